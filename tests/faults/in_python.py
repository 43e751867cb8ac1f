"""The statements of a Python file, and the faults that each can have."""

import ast
import re
from collections.abc import Iterator

from tests.faults.fault import Change, Statement

COMPARED = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}  # fmt: skip
RECKONED = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
}  # fmt: skip
REMOVABLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise, ast.Delete, ast.Assert)
NOT_RUN = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Pass, ast.Global, ast.Nonlocal)
COMPOUND = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


class Places:
    """Where a node begins and ends in the bytes of a file."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def sign(self, before: ast.expr, after: ast.expr, was: str, text: str, kind: str) -> Change | None:
        """Between two operands stands a sign, perhaps with brackets, line ends and comments."""
        first, last = self.end(before), self.start(after)
        gap = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment[0]), self.source[first:last])
        at = re.search(rb"(?<![\w])" + re.escape(was.encode()) + rb"(?![\w])" if was.isalpha() else re.escape(was.encode()), gap)
        return Change(kind, first + at.start(), first + at.end(), text) if at else None


def statements(source: bytes) -> list[Statement]:
    places, tree = Places(source), ast.parse(source)
    found = []
    for node in statements_of(tree):
        changes = tuple(change for change in changes_of(node, places) if change)
        if changes:
            last = node.body[0].lineno - 1 if isinstance(node, COMPOUND) and not isinstance(node, ast.Match) else node.end_lineno
            found.append(Statement(node.lineno, max(last or 0, node.lineno), changes))
    return sorted(found)


def statements_of(tree: ast.AST) -> Iterator[ast.stmt]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.stmt) and not isinstance(node, NOT_RUN) and not is_text(node):
            yield node
        if not isinstance(node, ast.expr):
            yield from statements_of(node)


def is_text(node: ast.stmt) -> bool:
    """A docstring, or an ellipsis."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def own_expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a statement, not those of statements inside it, nor what are types alone."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "body", "orelse", "finalbody", "handlers", "cases") and isinstance(node, ast.stmt):
            continue
        if isinstance(node, ast.JoinedStr):  # where its parts begin, Python 3.11 does not say
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.expr):
                yield part
            if isinstance(part, ast.AST) and not isinstance(part, ast.stmt):
                yield from own_expressions(part)


def changes_of(node: ast.stmt, places: Places) -> Iterator[Change | None]:
    start, end = places.start(node), places.end(node)
    if isinstance(node, REMOVABLE):
        yield Change("statement left out", start, end, "pass")
    if isinstance(node, ast.Break):
        yield Change("break becomes continue", start, end, "continue")
    if isinstance(node, ast.Continue):
        yield Change("continue becomes break", start, end, "break")
    for part in own_expressions(node):
        yield from changes_in(part, places)
    if isinstance(node, ast.If | ast.While):
        yield negated(node.test, places)


def negated(test: ast.expr, places: Places) -> Change:
    return Change("condition turned round", places.start(test), places.end(test), f"not ({places.text(test)})")


def changes_in(part: ast.expr, places: Places) -> Iterator[Change | None]:
    start, end = places.start(part), places.end(part)
    if isinstance(part, ast.Compare):
        for left, sign, right in zip([part.left, *part.comparators], part.ops, part.comparators, strict=False):
            yield places.sign(left, right, *COMPARED[type(sign)], "another comparison")
    elif isinstance(part, ast.BinOp) and type(part.op) in RECKONED:
        yield places.sign(part.left, part.right, *RECKONED[type(part.op)], "another sign")
    elif isinstance(part, ast.BoolOp):
        was, text = ("and", "or") if isinstance(part.op, ast.And) else ("or", "and")
        for left, right in zip(part.values, part.values[1:], strict=False):
            yield places.sign(left, right, was, text, "and becomes or" if was == "and" else "or becomes and")
    elif isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
        yield Change("not left out", start, end, f"({places.text(part.operand)})")
    elif isinstance(part, ast.IfExp):
        yield negated(part.test, places)
    elif isinstance(part, ast.Constant):
        yield constant(part.value, start, end, places.source[start:end])


def constant(value: object, start: int, end: int, written: bytes) -> Change | None:
    if isinstance(value, bool):
        return Change("the other truth", start, end, str(not value))
    if isinstance(value, int):
        return Change("one more", start, end, str(value + 1))
    if isinstance(value, float):
        return Change("one more", start, end, str(value + 1.0))
    if isinstance(value, str) and written[:1] in b"\"'" and not written.startswith((b'"""', b"'''")):
        return Change("another text", start, end, '""' if value else '"something"')
    return None
