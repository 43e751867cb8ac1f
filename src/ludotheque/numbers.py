"""Numbers the way the reader's language writes them: `1,234.5` is `1.234,5` in German."""

from ludotheque.i18n import language

SIGNS = {
    "de": str.maketrans({",": ".", ".": ","}),
    "fr": str.maketrans({",": "\N{NARROW NO-BREAK SPACE}", ".": ","}),
}


def spoken(number: float, form: str = ",") -> str:
    return format(number, form).translate(SIGNS.get(language.get(), {}))
