"""Sentences in the reader's language, from one gettext catalogue.

Everything a person reads is English in the source and translated where it is shown. Texts that
are defined in one place and shown in another are marked with `N_` and go through `translated`.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "ja": "日本語"}
LOCALE = Path(__file__).parent / "locale"

language: ContextVar[str] = ContextVar("language", default="en")


def N_(text: str) -> str:
    """Marks a text for the catalogue; it is translated when it is shown."""
    return text


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("ludotheque", LOCALE, [code], fallback=True)


def translated(text: str) -> str:
    return catalogue(language.get()).gettext(text) if text else ""


_ = translated


def counted(one: str, many: str, number: int) -> str:
    return catalogue(language.get()).ngettext(one, many, number)


YOU = "you"  # the context in which a language may say a sentence in another way to the one it is about


def to_you(text: str) -> str:
    """Said to the one it is about; like to anyone, where the language needs no other form."""
    said = catalogue(language.get()).pgettext(YOU, text)
    return translated(text) if said == text else said


def counted_to_you(one: str, many: str, number: int) -> str:
    said = catalogue(language.get()).npgettext(YOU, one, many, number)
    return counted(one, many, number) if said in (one, many) else said


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Everything shown inside is in that language."""
    token = language.set(code)
    try:
        yield
    finally:
        language.reset(token)


def preferred(wish: str | None) -> str:
    """The language to speak for a wish such as `fr_FR.UTF-8`; English where nothing fits."""
    code = (wish or "").replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"
