"""What the loops need and every device does its own way: a module a device, with the same names in each.

The flat source of a game begins by taking all of them from the module of its device.
"""

NAMES = (
    "jit", "loop",  # compile a function of the rules, and one of the engine's loops, for this device
    "int32", "uint32", "float32",  # cut a number to so many bits
    "count_bits", "lowest_bit",  # in one instruction where there is one
    "open_stream", "below",  # the lottery
    "count", "add", "raise_to",  # adds one, adds a number to an entry of a table, makes it at least a number
    "any_lane",  # whether it holds for one of the lanes that go together
    "together",  # the lanes that are to step now, all in this phase (one beyond them all: nothing to do); 0: another phase steps
    "all_lanes",  # whether it holds for all of these lanes
)  # fmt: skip
