"""Every text is in every language, and says the same numbers."""

import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages import Message
from babel.messages.pofile import read_po

import ludotheque
from ludotheque.errors import Listed, OptionError
from ludotheque.game import Ruleset
from ludotheque.i18n import LANGUAGES, LOCALE, counted, preferred, speaking, translated
from ludotheque.kit.events import Event, Plural, Telling

ROOT = Path(__file__).parent.parent
HOUSE = [ruleset for ruleset in ludotheque.GAMES.values() if ruleset.rulebook.is_relative_to(ROOT / "src")]
OTHERS = [code for code in LANGUAGES if code != "en"]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_no_catalogue_lacks_a_message_or_keeps_an_old_one() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "catalogues.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def sentences_of(event: Event) -> Iterator[str]:
    for says in (event.says, event.unseen):
        if isinstance(says, Plural):
            yield says.one
        elif isinstance(says, str) and says:
            yield says
    yield from event.names_counted()


@pytest.mark.parametrize("ruleset", HOUSE, ids=lambda ruleset: ruleset.id)
def test_what_events_say_and_count_is_in_the_catalogues(ruleset: Ruleset) -> None:
    """A text that is not inside `N_()` would stay English."""
    with (LOCALE / "fr" / "LC_MESSAGES" / "ludotheque.po").open("rb") as file:
        collected = {message.id[0] if isinstance(message.id, tuple) else message.id for message in read_po(file, locale="fr")}
    for event in ruleset.rules.events:
        for sentence in sentences_of(event):
            assert sentence in collected, f"{event.file}: {event.name}: '{sentence}' is not inside N_()"


def forms_of(message: Message) -> list[str]:
    return [str(form) for form in message.string] if isinstance(message.string, tuple | list) else [str(message.string)]


@pytest.mark.parametrize("code", OTHERS)
def test_translations_keep_placeholders_and_numbers(code: str) -> None:
    with (LOCALE / code / "LC_MESSAGES" / "ludotheque.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    for message in catalogue:
        forms = forms_of(message)
        if not message.id or (message.context and not any(forms)):
            continue
        english = str(message.id[-1] if isinstance(message.id, tuple) else message.id)
        optional = {"name"} if message.context else set()  # who is spoken to needn't be named
        assert fields(forms[-1]) | optional == fields(english) | optional, english  # of several forms the last is for many
        for said in forms:
            assert fields(said) <= fields(english), english
            if "{" not in english:
                assert set(re.findall(r"\d+", said)) >= set(re.findall(r"\d\d+", english)), english


def test_no_language_borrows_a_sentence_of_another() -> None:
    said: dict[tuple[str, str], str] = {}
    for code in OTHERS:
        with (LOCALE / code / "LC_MESSAGES" / "ludotheque.po").open("rb") as file:
            for message in read_po(file, locale=code):
                if len(str(message.id)) > 20 and any(forms_of(message)):
                    assert said.setdefault((str(message.id), str(message.string)), code) == code, message.id


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_speaks(code: str) -> None:
    with speaking(code):
        assert translated("Rulings") != "Rulings"
        assert counted("{n} card", "{n} cards", 2) != "{n} cards"


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_is_called_you_is_spoken_to(code: str) -> None:
    """As far as the language has another form for it; nobody reads of "You" in the third person."""
    for id, said in (("calcory", "Lots were drawn. {name} first!"), ("toujours-12", "Lots were drawn. {name} first!")):
        event = next(event for event in ludotheque.GAMES[id].rules.events if event.says == said)
        game = ludotheque.GAMES[id].game(2)
        you = SimpleNamespace(seat=0)
        with speaking(code):
            told = [Telling(event, game, you, {"seat": 0}, [name, "Bo"]).say(said) for name in (translated("You"), "Ada")]
            other = Telling(event, game, SimpleNamespace(seat=1), {"seat": 0}, [translated("You"), "Bo"]).say(said)
        assert told[0] != told[1]
        assert "Ada" in told[1]
        assert (code == "en") == (told[0] == told[1].replace("Ada", "You"))
        assert other != told[0] or code in ("en", "ja"), "somebody else who bears that name is not spoken to"


def test_an_error_is_put_together_in_the_language_of_the_reader() -> None:
    with pytest.raises(ludotheque.IllegalMove) as refusal:
        ludotheque.game("chipik", 3).start().play("addition bin")
    english = str(refusal.value)
    with speaking("fr"):
        french = str(refusal.value)
    assert english != french
    assert "addition bin" in french
    assert "(R13)" in french


def test_lists_end_with_or() -> None:
    assert str(OptionError("{x}", x=Listed([4, 5, 6]))) == "4, 5 or 6"
    with speaking("fr"):
        assert str(OptionError("{x}", x=Listed([4, 6]))) == "4 ou 6"


@pytest.mark.parametrize(
    ("wish", "code"), [("fr_FR.UTF-8", "fr"), ("ja", "ja"), ("de-AT", "de"), ("C", "en"), ("", "en"), (None, "en"), ("xx", "en")]
)
def test_the_systems_language(wish: str | None, code: str) -> None:
    assert preferred(wish) == code
