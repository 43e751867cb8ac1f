"""Names that a loop uses for the rules of whatever game, and the means of whatever device, it is compiled for."""

from ludotheque.kit.slots import unfilled, unfilled_number

actor, apply, begin, certain, chance, legal, observe = unfilled(
    "actor", "apply", "begin", "certain", "chance", "legal", "observe"
)
scores, sees, ticket, tickets, view, winners = unfilled("scores", "sees", "ticket", "tickets", "view", "winners")
clear, blank = unfilled("clear", "blank")  # makes a state empty, a view unknown
write_seen, write_allowed = unfilled("write_seen", "write_allowed")  # how a batch writes what is seen and what is allowed
count, add, raise_to, any_lane, together = unfilled("count", "add", "raise_to", "any_lane", "together")  # see means/
all_lanes, float32, uint32 = unfilled("all_lanes", "float32", "uint32")
ACTIONS, PHASES, PLAYERS = map(unfilled_number, ("ACTIONS", "PHASES", "PLAYERS"))
most_choices = unfilled_number("most_choices")
