"""Chipik on the table: dice in the middle, tokens before everyone, bin and Chance card."""

from ludotheque.games.chipik.rules import Facts, Phase
from ludotheque.games.chipik.view import Sight
from ludotheque.i18n import N_, _, counted, spoken, translated
from ludotheque.scene import Scene, Thing, Zone, touching, waiting, words_of
from ludotheque.seats import NOBODY
from ludotheque.view import View

DISCARDS = {
    "addition bin": N_("Addition: 1 token to the bin"),
    "addition lucky": N_("Addition: 1 token to the lucky one"),
    "odds left": N_("Odds: 1 token to the left"),
    "odds right": N_("Odds: 1 token to the right"),
    "run left": N_("Run: 1 token to the left"),
    "run right": N_("Run: 1 token to the right"),
    "triple left": N_("Triple: 2 tokens to the left"),
    "triple right": N_("Triple: 2 tokens to the right"),
    "triple both": N_("Triple: 1 token each way"),
}
LAST_TOKEN = {
    "triple left": N_("Triple: your last token to the left"),  # A10
    "triple right": N_("Triple: your last token to the right"),
}


def scene(view: View) -> Scene:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    moves = tuple([str(move) for move in view.moves()])
    lying = tuple([face for face in v.dice if face])
    again = tuple([move for move in moves if move.startswith("reroll")])
    zones = [thrown(lying, again)]
    offered = DISCARDS | LAST_TOKEN if view.seat is not None and v.tokens[view.seat] == 1 else DISCARDS
    offers = {move: translated(offered[move]) for move in moves if move in offered}
    if offers:
        buttons = [Thing("button", says, moves=(move,), owner=target(f, v, move), name=says) for move, says in offers.items()]
        zones.append(Zone("discards", _("Combinations"), tuple(buttons)))
    zones.append(Zone("centre", _("Centre"), (chance_card(),) if v.lucky == NOBODY else ()))
    zones.append(Zone("bin", _("Bin"), handful(v.bin)))
    for seat in range(f.players):
        opening = v.opening[seat] if v.phase == Phase.OPENING else 0
        zones.append(before(seat, v.tokens[seat], v.lucky == seat, opening))
    scores = tuple([(number, tokens(number)) for number in v.tokens[: f.players]])
    around = tuple(range(f.players)) if v.phase == Phase.OPENING else tuple(v.order[: f.players])
    turn = view.actor if view.actor >= 0 else None
    said = {move: offers.get(move) or thrown_again(words_of(move)[1:], lying) for move in moves}
    aim = _("First without tokens wins.")
    return Scene(tuple(zones), ask(v, view), f.players, turn, moves, scores, around, said, aim, f.addition)


@spoken
def thrown(lying: tuple[int, ...], moves: tuple[str, ...]) -> Zone:
    dice = [Thing("die", str(face), moves=touching(moves, str(face)), name=_("die {face}").format(face=face)) for face in lying]
    note = _("total {total}").format(total=sum(lying)) if dice else ""
    return Zone("dice", _("Dice"), tuple(dice), note=note, parts=lying)


@spoken
def chance_card() -> Thing:
    return Thing("box", _("Chance card"), "gold", name=_("the Chance card"))


@spoken
def before(seat: int, number: int, lucky: bool, opening: int) -> Zone:
    """What lies before a player."""
    note = _("opening throw {total}").format(total=opening) if opening else ""
    return Zone(f"tokens{seat}", _("Tokens"), handful(number) + ((chance_card(),) if lucky else ()), seat, note=note)


@spoken
def handful(number: int) -> tuple[Thing, ...]:
    return (Thing("token", count=number, name=tokens(number)),) if number else ()


def target(f: Facts, v: Sight, move: str) -> int | None:
    """Who gets the tokens of a discard, where it is one player."""
    sides = {"left": v.order[(v.at + 1) % f.players], "right": v.order[(v.at - 1) % f.players], "lucky": v.lucky}
    return sides.get(move.split()[1])


@spoken
def thrown_again(faces: tuple[str, ...], lying: tuple[int, ...]) -> str:
    """Each die by name: `Throw 4 again` would read as four dice."""
    match faces:
        case [face]:
            says = _("Throw one {face} again") if lying.count(int(face)) > 1 else _("Throw the {face} again")
            return says.format(face=face)
        case [face, other]:
            says = _("Throw two {face}s again") if face == other else _("Throw the {face} and the {other} again")
            return says.format(face=face, other=other)
    return _("Throw all the dice again")


@spoken
def tokens(number: int) -> str:
    return counted("{n} token", "{n} tokens", number).format(n=number)


def ask(v: Sight, view: View) -> str:
    if v.phase == Phase.OPENING:
        return _("Everyone throws for the turn order.")
    if view.actor != view.seat:
        return waiting(view.actor if view.actor >= 0 else None, v.phase == Phase.FINISHED)
    if v.phase == Phase.AFTER_SECOND:
        return _("Use a combination.")
    if any(not str(move).startswith("reroll") for move in view.moves()):
        return _("Use a combination now and take the Chance card, or throw dice again.")
    return _("No combination yet: choose the dice to throw again.")
