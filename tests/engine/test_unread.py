"""What nobody reads is not compiled."""

import ast

from ludotheque.engine.unread import without_unread
from ludotheque.fields import Field


def left(text: str, fields: str) -> tuple[str, str]:
    functions = [part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef)]
    kept, names = without_unread(functions, "s", {name: Field(8, 4) for name in fields.split()})
    return "\n".join(map(ast.unparse, kept)), " ".join(names)


def test_a_field_that_only_it_itself_is_read_for_goes_with_what_writes_it() -> None:
    text, names = left(
        "def f(s):\n    s.log[s.logged] = 3\n    s.logged += 1\n    s.turn = 1 - s.turn\n    return s.turn", "log logged turn"
    )
    assert (text, names) == ("def f(s):\n    s.turn = 1 - s.turn\n    return s.turn", "turn")


def test_a_variable_that_nobody_reads_goes_and_what_was_read_for_it() -> None:
    text, names = left(
        "def f(s):\n    above = 0\n    for i in range(3):\n        if s.final[i] > 2:\n            above += 1\n    s.turn = 1",
        "final turn",
    )
    assert (text, names) == ("def f(s):\n    pass", "")


def test_what_may_change_the_state_stays() -> None:
    text, _ = left("def f(s):\n    a, b = (0, 1)\n    c = g(s)\n    d = c\n    if g(s):\n        e = 1\n    return b", "turn")
    assert text == "def f(s):\n    a, b = (0, 1)\n    c = g(s)\n    if g(s):\n        pass\n    return b"


def test_a_variable_of_another_function_is_another_one() -> None:
    text, _ = left("def f(s):\n    a = 1\n    return a\n\ndef g(s):\n    a = 1\n    while s.turn:\n        a += 1", "turn")
    assert text == "def f(s):\n    a = 1\n    return a\ndef g(s):\n    while s.turn:\n        pass"
