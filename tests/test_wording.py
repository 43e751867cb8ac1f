"""One word for one thing in every language, and its own way of setting type."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from ludotheque.i18n import LOCALE

# What is found, and what is said instead. Placeholders, options and code are taken out before.
NOT_WORDS = re.compile(r"\{\w*\}|(?<!\w)--?[a-z][\w-]*|\w+\('[^']*'|\w+://\S+")
JAPANESE = "[ぁ-ゖァ-ヺー々一-鿿]"
WORDS = {
    "fr": {
        r"\bsièges?\b": "place",
        r"\bindices?\b": "conseil",
        r"\bétalages?\b": "devant soi",
        r"\bmeneu(r|se)s?\b": "qui commence",
        r"\bentam(e|er|é|ée|ent)s?\b": "commencer le pli",
        r"\bpolitiques?\b": "stratégie",
        r"\bbots?\b": "robot",
        r"\bmaisons?\b": "serveur",
        r"\bpoubelles?\b": "rebut",
        r"\btriples?\b": "brelan",
        r"\bbillets?\b": "connexion",
        r"\bsèches?\b": "sur un lancer sec",
        r"ordre du tour": "ordre de jeu",
        r"\bbrûl\w+": "dépassé",
        r"jeux de table": "jeux de société",
        r"\bsurenchér\w+": "augmenter",
        r"\bcelui qui\b": "qui",
        r"\b(tu|toi|ton|tes)\b": "vous",
        r"\bpions?\b": "jeton",
    },
    "de": {
        r"\bIhnen\b|\b(?:haben|können|dürfen|müssen|möchten|wollen|sind) Sie\b": "du",
        r"\bHaus(?:es)?\b": "Server",
        r"\bBillett": "Anmeldung",
        r"\baufgehoben|\baufheben\b": "speichern",
        r"[Üü]berkauft": "zu viel",
        r"\bFang\b": "Gewinn",
        r"\b[Tt]rocken": "gleich im ersten Wurf",
        r"\bMüll": "Ablage",
        r"\bDreier\b": "Drilling",
        r"\bGlücklichen?\b": "Glückspilz",
        r"\bSitz\b": "Platz",
        r"\bStein(?:e[ns]?|s)?\b": "Spielstein",
        r"\bAusspieler": "wer ausspielt",
        r"\bHinweis": "Tipp",
        r"\bGelegenheit\b": "Gelegenheitsspieler",
        r"\bist am meisten\b": "ist die höchste Summe",
        r"\bPolitik|\bPolicy\b": "Strategie",
        r"\w[*:_]innen\b": "wer …",
    },
    "ja": {
        "卓": "テーブル",
        "(?<!封)印(?!刷)": "マーク",
        "棋譜": "記録",
        "対局": "ゲーム",
        "投了": "こうさん",
        "爆発": "バースト",
        "トリプル": "ゾロ目",
        "ごみ箱": "すて場",
        "ラッキーな人": "ラッキー役",
        "公開エリア": "自分の前",
        "チピック": "Chipik",
        "チャンピオン": "名人",
        "引き分け勝ち": "勝ちを分け合う",
        "あなたさん|さんさん": "あなた",
        "運の出番": "サイコロやカードの準備",
    },
}
TYPE = {
    "fr": {
        "a no-break space before ; ! ? »": r"[ \u2009\u202f][;!?»]|(?<=[\w)}\]])[;!?»]",
        "«\u00a0…\u00a0»": r"«(?!\u00a0)|(?<!\u00a0)»",
        "a no-break space before :": r"[ \u2009\u202f]:|(?<=[\w)}\]]):(?= |$|\n)",
        "’ and « » alone": r"['\"“”„‟]",
        "a no-break space before %": r"(?<=[\d}])[ \u2009\u202f]?%",
    },
    "de": {
        "„ and “": r"[\"”«»‘‚]",
        "„ and “ in pairs": r"„[^“]*(?:„|$)|^[^„]*“",
        "a no-break space before %": r"(?:\d|\}) ?%",
        "–": r"\S - \S",
    },
    "ja": {"full-width signs": rf"(?<={JAPANESE})[:;!?]|[:;!?](?={JAPANESE})", "〜": "[～~]", "no other brackets": '[“”"]'},
}


def sentences(code: str) -> Iterator[tuple[str, str]]:
    """Every translation, with its context."""
    with (LOCALE / code / "LC_MESSAGES" / "ludotheque.po").open("rb") as file:
        for message in read_po(file, locale=code):
            forms = message.string if isinstance(message.string, tuple | list) else [message.string]
            yield from ((message.context or "", str(form)) for form in forms if message.id and form)


def wrong(code: str, text: str) -> list[str]:
    words = NOT_WORDS.sub("{}", text)
    found = [f"{instead}, not {match[0]}: {text}" for word, instead in WORDS[code].items() if (match := re.search(word, words))]
    return found + [f"{rule}: {text}" for rule, sign in TYPE[code].items() if re.search(sign, words)]


@pytest.mark.parametrize("code", WORDS)
def test_one_word_for_one_thing(code: str) -> None:
    assert [problem for _, text in sentences(code) for problem in wrong(code, text)] == []


@pytest.mark.parametrize("code", WORDS)
def test_who_is_spoken_to_is_not_named(code: str) -> None:
    assert [text for context, text in sentences(code) if context and "{name}" in text] == []


def test_what_is_wrong_is_found() -> None:
    assert wrong("fr", "Prenez ce siège !") == [
        "place, not siège: Prenez ce siège !",
        "a no-break space before ; ! ? »: Prenez ce siège !",
    ]
    assert wrong("de", "Ein Dreier!") == ["Drilling, not Dreier: Ein Dreier!"]
    assert wrong("ja", "この卓?")[0] == "テーブル, not 卓: この卓?"
