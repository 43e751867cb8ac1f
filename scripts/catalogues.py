"""Collects every text people read into the catalogues, and compiles them.

    python scripts/catalogues.py           collect, merge, compile
    python scripts/catalogues.py --check   say what is missing or left over, and change nothing

A new text appears in each `locale/*/LC_MESSAGES/ludotheque.po` with an empty translation; a test
holds that none stays empty.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ludotheque import GAMES, lesson, rulebook
from ludotheque.i18n import LANGUAGES, YOU
from ludotheque.web.staging import SAID

SOURCE = Path(__file__).parent.parent / "src" / "ludotheque"
KEYWORDS = {"_": None, "N_": None, "translated": None, "counted": (1, 2), "Plural": (1, 2)}


def collected() -> Catalog:
    """Every message of code, rulebooks and lessons, with the file it stands in (no line: lines move too often)."""
    catalogue = Catalog(project="ludotheque", charset="utf-8", header_comment="# Texts of Ludothèque.")
    found = extract_from_dir(SOURCE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"])
    for file, _line, message, comments, _context in sorted(found, key=lambda entry: (entry[0], entry[1])):
        catalogue.add(message, locations=[(file, None)], auto_comments=comments)  # type: ignore[list-item]
        for text in messages_to_you(file, message):
            catalogue.add(text, locations=[(file, None)], context=YOU)  # type: ignore[list-item]
    for game in [game for game in GAMES.values() if game.rulebook.is_relative_to(SOURCE)]:  # guests have their own
        taught = lesson.path_of(game.rulebook)
        lines = [(game.rulebook, text) for text in rulebook.read(game.rulebook).messages()]
        lines += [(taught, text) for text in lesson.read(taught).messages()] if taught.exists() else []
        for path, text in lines:
            catalogue.add(text, locations=[(str(path.relative_to(SOURCE)), None)])  # type: ignore[list-item]
    return catalogue


def messages_to_you(file: str, message: str | tuple[str, ...]) -> list[str | tuple[str, ...]]:
    """What may be said to the one it is about: a language that needs another form for it gives one."""
    text = message if isinstance(message, str) else message[0]
    happens = Path(file).name == "events.py" or text in SAID.values()
    return [message] if happens and "{name}" in text else []


def path_of(language: str) -> Path:
    """Beside the texts that are collected, whichever checkout is installed."""
    return SOURCE / "locale" / language / "LC_MESSAGES" / "ludotheque.po"


def merged(language: str) -> Catalog:
    """The catalogue of a language with the messages there are now (a template of its own: Babel shares its messages)."""
    catalogue = Catalog(locale=language, project="ludotheque", charset="utf-8")
    if path_of(language).exists():
        with path_of(language).open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(collected(), no_fuzzy_matching=True, update_header_comment=True)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    catalogue.header_comment = "# Texts of Ludothèque."
    out = io.BytesIO()
    write_po(out, catalogue, width=0, omit_header=False, sort_by_file=False)
    dated = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By', b'"Last-Translator', b'"Report-Msgid')
    return b"".join(line for line in out.getvalue().splitlines(keepends=True) if not line.startswith(dated))


def untranslated(catalogue: Catalog) -> list[str]:
    def empty(string: object) -> bool:
        return not (all(string) if isinstance(string, tuple) else string)

    return [str(message.id) for message in catalogue if message.id and not message.context and empty(message.string)]


def main() -> int:
    check = "--check" in sys.argv
    wrong = 0
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = merged(language)
        text = as_text(catalogue)
        missing = untranslated(catalogue)
        stale = not path_of(language).exists() or path_of(language).read_bytes() != text
        wrong += bool(missing or stale)
        print(f"{language}: {len(catalogue)} messages, {len(missing)} without translation{', to be collected again' * stale}")
        if check:
            for message in missing[:5]:
                print(f"  {message}")
        else:
            path_of(language).parent.mkdir(parents=True, exist_ok=True)
            path_of(language).write_bytes(text)
            with path_of(language).with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)
    return int(check and wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
