"""Chipik on the table: dice in the middle, tokens before everyone, bin and Chance card."""

from ludotheque.games.chipik.rules import Facts, Phase
from ludotheque.games.chipik.view import Sight
from ludotheque.i18n import N_, _, counted, translated
from ludotheque.scene import Scene, Thing, Zone, touching, waiting
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
    moves = [str(move) for move in view.moves()]
    lying = [face for face in v.dice if face]
    dice = []
    for face in lying:
        moved = touching(moves, lambda words, face=str(face): words[0] == "reroll" and face in words)  # type: ignore[misc]
        dice.append(Thing("die", str(face), moves=moved, name=_("die {face}").format(face=face)))
    total = sum(lying)
    note = _("total {total}").format(total=total) if dice else ""
    zones = [Zone("dice", _("Dice"), tuple(dice), note=note, parts=tuple(lying))]
    offered = DISCARDS | LAST_TOKEN if view.seat is not None and v.tokens[view.seat] == 1 else DISCARDS
    offers = tuple(
        Thing("button", translated(says), moves=(move,), owner=target(f, v, move), name=translated(says))
        for move, says in offered.items()
        if move in moves
    )
    if offers:
        zones.append(Zone("discards", _("Combinations"), offers))
    card = Thing("box", _("Chance card"), "gold", name=_("the Chance card"))
    zones.append(Zone("centre", _("Centre"), (card,) if v.lucky == NOBODY else ()))
    zones.append(Zone("bin", _("Bin"), (Thing("token", count=v.bin, name=tokens(v.bin)),) if v.bin else ()))
    for seat in range(f.players):
        own = [Thing("token", count=v.tokens[seat], name=tokens(v.tokens[seat]))] if v.tokens[seat] else []
        if v.lucky == seat:
            own.append(card)
        note = _("opening throw {total}").format(total=v.opening[seat]) if v.phase == Phase.OPENING and v.opening[seat] else ""
        zones.append(Zone(f"tokens{seat}", _("Tokens"), tuple(own), seat, note=note))
    scores = tuple((v.tokens[seat], tokens(v.tokens[seat])) for seat in range(f.players))
    around = tuple(range(f.players)) if v.phase == Phase.OPENING else tuple(v.order[: f.players])
    turn = view.actor if view.actor >= 0 else None
    faces = [str(face) for face in lying]
    said = {move: translated(offered[move]) if move in offered else thrown_again(move.split()[1:], faces) for move in moves}
    aim = _("First without tokens wins.")
    return Scene(tuple(zones), ask(v, view), f.players, turn, tuple(moves), scores, around, said, aim, f.addition)


def target(f: Facts, v: Sight, move: str) -> int | None:
    """Who gets the tokens of a discard, where it is one player."""
    sides = {"left": v.order[(v.at + 1) % f.players], "right": v.order[(v.at - 1) % f.players], "lucky": v.lucky}
    return sides.get(move.split()[1])


def thrown_again(faces: list[str], lying: list[str]) -> str:
    """Each die by name: `Throw 4 again` would read as four dice."""
    match faces:
        case [face]:
            says = _("Throw one {face} again") if lying.count(face) > 1 else _("Throw the {face} again")
            return says.format(face=face)
        case [face, other]:
            says = _("Throw two {face}s again") if face == other else _("Throw the {face} and the {other} again")
            return says.format(face=face, other=other)
    return _("Throw all the dice again")


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
