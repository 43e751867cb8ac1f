"""Compiles the catalogues when a wheel is built or the project is installed for development."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).parent / "src" / "ludotheque" / "locale"


class CompileCatalogues(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.parts[-3])
            with source.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)
