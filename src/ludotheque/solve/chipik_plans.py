"""How each number of players is solved. What was published came of these."""

from ludotheque.solve.chipik_solver import Plan, Stage

OPEN = [Stage(0.05, 40, False), Stage(0.02, 100, False), Stage(0.01, 300, False), Stage(0.007, 400, False)]
NARROW = [Stage(0.005, 400), Stage(0.0035, 400), Stage(0.0035, 200), Stage(0.0025, 600), Stage(0.0025, 200)]
SHORT = [Stage(0.05, 8, False), Stage(0.02, 15, False), Stage(0.01, 30, False), Stage(0.007, 30, False)]

# Every solution that is offered is held against its best answer, and the one that leaves least to gain is kept. With three
# and five players the circles never end at narrow widths; solutions are offered often, to catch them where they pass near.
PLANS: dict[int, Plan] = {
    3: Plan(5, 20, [*OPEN, *[Stage(0.005, 100)] * 16]),
    4: Plan(5, 20, [*OPEN, *NARROW]),
    5: Plan(15, 15, [*SHORT, *[Stage(0.005, 5)] * 8]),
    6: Plan(15, 15, [*SHORT, Stage(0.005, 30), Stage(0.005, 10)]),
    7: Plan(15, 15, [*SHORT, Stage(0.005, 30), Stage(0.005, 10)]),
    8: Plan(15, 15, [*SHORT, Stage(0.005, 30)]),
}
