"""Sentences in the reader's language, from one gettext catalogue.

Everything a person reads is English in the source and translated where it is shown. Texts that
are defined in one place and shown in another are marked with `N_` and go through `translated`.
"""

import gettext
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, Unpack

Given = TypeVarTuple("Given")
T = TypeVar("T")

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "ja": "日本語"}
LOCALE = Path(__file__).parent / "locale"

language: ContextVar[str] = ContextVar("language", default="en")


def N_(text: str) -> str:
    """Marks a text for the catalogue; it is translated when it is shown."""
    return text


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("ludotheque", LOCALE, [code], fallback=True)


def spoken(function: Callable[[Unpack[Given]], T]) -> Callable[[Unpack[Given]], T]:
    """Makes what a text, or a thing that bears one, depends on once in each language: tables ask for the same with every move."""

    @lru_cache(maxsize=1 << 12)
    def made(_code: str, *given: Any) -> T:
        return function(*given)

    @wraps(function)
    def in_this_language(*given: *Given) -> T:
        return made(language.get(), *given)

    return in_this_language


@spoken
def translated(text: str) -> str:
    return catalogue(language.get()).gettext(text) if text else ""


_ = translated


@spoken
def counted(one: str, many: str, number: int) -> str:
    return catalogue(language.get()).ngettext(one, many, number)


YOU = "you"  # the context in which a language may say a sentence in another way to the one it is about


@spoken
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
