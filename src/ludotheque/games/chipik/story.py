"""Chipik told in sentences: throws with their sums, tokens handed on, and where the Chance card goes.

Names stand before a colon or alone, so that `You` fits wherever `Anna` does, in every language.
"""

from collections.abc import Iterable

from ludotheque.games.chipik.rules import (
    Facts,
    Phase,
    State,
    is_addition,
    is_odds,
    is_run,
    is_triple,
)
from ludotheque.games.chipik.view import Sight
from ludotheque.i18n import N_, _, counted, translated
from ludotheque.seats import NOBODY
from ludotheque.view import View

USED = {
    "addition": N_("{name}: Addition! {sum}, and {addition} is enough."),
    "odds": N_("{name}: Odds! {dice} are all odd."),
    "run": N_("{name}: Run! {dice} are three in a row."),
    "triple": N_("{name}: Triple! {dice} are three alike."),
}


def story(before: View, after: View, names: list[str]) -> list[str]:
    """The last step in sentences, as the seat of these views may know it."""
    f: Facts = before.game.facts
    was: Sight = before.sight  # type: ignore[assignment]
    now: Sight = after.sight  # type: ignore[assignment]
    what, *rest = after.history[-1].split()
    if what == "roll":
        thrown = [int(face) for face in rest]
        return opening_story(f, was, now, thrown, names) if was.phase == Phase.OPENING else throw_story(f, was, thrown, names)
    if what == "reroll":
        return [reroll_sentence(was, now, [int(face) for face in rest], names)]
    return discard_story(f, was, now, what, names)


def listed(some: Iterable[object]) -> str:
    return ", ".join(map(str, some))


def added(dice: list[int]) -> str:
    """`1 + 3 + 6 = 10`."""
    return f"{' + '.join(map(str, dice))} = {sum(dice)}"


# --- the opening throws -----------------------------------------------------------------------


def opening_story(f: Facts, was: Sight, now: Sight, thrown: list[int], names: list[str]) -> list[str]:
    everyone = range(f.players)
    to_throw = [seat for seat in everyone if was.throwing[seat]]
    told = [_("{name}, opening throw: {sum}.").format(name=names[to_throw[0]], sum=added(thrown))]
    if now.phase != Phase.OPENING:
        order = [names[seat] for seat in now.order[: f.players]]
        told.append(_("Turn order: {names}.").format(names=listed(order)))
        told.append(_("{name} first!").format(name=order[0]))
    elif len(to_throw) == 1:  # all have thrown, and some are level
        level = [seat for seat in everyone if now.level[seat]]
        again = _("{names}: {total} each, so another throw!")
        told.append(again.format(names=listed(names[seat] for seat in level), total=now.opening[level[0]]))
    return told


# --- throws -----------------------------------------------------------------------------------


def throw_story(f: Facts, was: Sight, thrown: list[int], names: list[str]) -> list[str]:
    """The dice as they lie now, and what they make; a second throw that makes nothing ends the turn."""
    first = was.phase == Phase.FIRST_THROW
    dice = sorted([face for face in was.dice if face] + thrown)
    fallen = _("{name}, first throw: {sum}.") if first else _("{name}, second throw: {sum}.")
    found = combinations(f, dice)
    if found:
        follows = _("That makes: {combinations}.").format(combinations=listed(found))
    elif first:
        follows = _("No combination yet.")
    else:
        follows = _("No combination this time, so no token is handed on.")
    return [fallen.format(name=names[was.order[was.at]], sum=added(dice)), follows]


def combinations(f: Facts, dice: list[int]) -> list[str]:
    """What three dice can be used for, in words."""
    s = State()
    s.dice = dice
    made = {_("Addition"): is_addition(f, s), _("Odds"): is_odds(s), _("Run"): is_run(s), _("Triple"): is_triple(s)}
    return [combination for combination, fits in made.items() if fits]


def reroll_sentence(was: Sight, now: Sight, thrown: list[int], names: list[str]) -> str:
    name = names[was.order[was.at]]
    kept = [face for face in now.dice if face]
    if not kept:
        return _("{name}: throwing all the dice again.").format(name=name)
    return _("{name}: keeping {kept}, throwing {thrown} again.").format(name=name, kept=listed(kept), thrown=listed(thrown))


# --- discards ---------------------------------------------------------------------------------


def discard_story(f: Facts, was: Sight, now: Sight, combination: str, names: list[str]) -> list[str]:
    """The combination, where the tokens went, the Chance card, and the end."""
    giver = was.order[was.at]
    used = translated(USED[combination])
    told = [used.format(name=names[giver], sum=added(was.dice), dice=listed(was.dice), addition=f.addition)]
    told += token_sentences(f, was, now, combination, names)
    told.append(giver_sentence(was, now, giver, names))
    told += card_sentences(was, now, giver, names)
    if now.phase == Phase.FINISHED:
        told.append(_("No token left! The winner: {name}.").format(name=names[giver]))
    return told


def token_sentences(f: Facts, was: Sight, now: Sight, combination: str, names: list[str]) -> list[str]:
    """Every target and what it has now."""
    if now.bin > was.bin:
        return [_("1 token into the bin: {sum} there now.").format(sum=added([was.bin, 1]))]
    if combination == "addition":
        says = _("1 token to the lucky one: {name}, now {sum}.")
        return [says.format(name=names[was.lucky], sum=added([was.tokens[was.lucky], 1]))]
    left, right = was.order[(was.at + 1) % f.players], was.order[(was.at + f.players - 1) % f.players]
    to_left, to_right = now.tokens[left] - was.tokens[left], now.tokens[right] - was.tokens[right]
    told = []
    if to_left:
        says = counted("{n} token to the left: {name}, now {sum}.", "{n} tokens to the left: {name}, now {sum}.", to_left)
        told.append(says.format(n=to_left, name=names[left], sum=added([was.tokens[left], to_left])))
    if to_right:
        says = counted("{n} token to the right: {name}, now {sum}.", "{n} tokens to the right: {name}, now {sum}.", to_right)
        told.append(says.format(n=to_right, name=names[right], sum=added([was.tokens[right], to_right])))
    return told


def giver_sentence(was: Sight, now: Sight, giver: int, names: list[str]) -> str:
    had, left = was.tokens[giver], now.tokens[giver]
    says = counted("{name}: {had} − {given} = {left} token left.", "{name}: {had} − {given} = {left} tokens left.", left)
    return says.format(name=names[giver], had=had, given=had - left, left=left)


def card_sentences(was: Sight, now: Sight, giver: int, names: list[str]) -> list[str]:
    """Whoever discards on the first throw gets the card; hit by a second throw, its holder loses it."""
    name = names[giver]
    if was.phase == Phase.AFTER_FIRST:
        if was.lucky == NOBODY:
            says = _("Done on the first throw: the Chance card leaves the centre. Lucky now: {name}.")
            return [says.format(name=name)]
        if was.lucky == giver:
            return [_("Done on the first throw: the Chance card stays. Lucky still: {name}.").format(name=name)]
        says = _("Done on the first throw: the Chance card moves. Lucky before: {before}. Lucky now: {name}.")
        return [says.format(before=names[was.lucky], name=name)]
    if was.lucky != now.lucky:
        says = _("The lucky one was hit ({name}): the Chance card goes back to the centre.")
        return [says.format(name=names[was.lucky])]
    return []
