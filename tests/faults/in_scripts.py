"""The statements of a page's script, and the faults that each can have."""

from collections.abc import Iterator

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from tests.faults.fault import Change, Statement

PARSER = Parser(Language(tree_sitter_javascript.language()))
SIGNS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==",
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&&": "||", "||": "&&", "??": "&&", "&": "|", "|": "&",
}  # fmt: skip
STATEMENTS = {
    "expression_statement", "lexical_declaration", "variable_declaration", "return_statement", "if_statement", "throw_statement",
    "for_statement", "for_in_statement", "while_statement", "do_statement", "break_statement", "continue_statement",
    "field_definition",
}  # fmt: skip
REMOVABLE = {"expression_statement", "return_statement", "throw_statement"}
OWN = STATEMENTS | {"statement_block", "function_declaration", "class_declaration", "import_statement", "class_body"}


def statements(source: bytes) -> list[Statement]:
    found = []
    for node in walked(PARSER.parse(source).root_node):
        changes = tuple(changes_of(node)) if node.type in STATEMENTS else ()
        if changes:
            found.append(Statement(node.start_point.row + 1, node.end_point.row + 1, changes))
    return sorted(found)


def walked(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from walked(child)


def own_parts(node: Node) -> Iterator[Node]:
    """What belongs to a statement and not to one inside it."""
    for child in node.named_children:
        if child.type not in OWN:
            yield child
            yield from own_parts(child)


def changes_of(node: Node) -> Iterator[Change]:
    if node.type in REMOVABLE:
        yield Change("statement left out", node.start_byte, node.end_byte, ";")
    if node.type == "if_statement":
        test = node.child_by_field_name("condition")
        assert test is not None
        yield Change("condition turned round", test.start_byte, test.end_byte, f"(!{text(test)})")
    for part in own_parts(node):
        yield from changes_in(part)


def changes_in(part: Node) -> Iterator[Change]:
    if part.type == "binary_expression":
        sign = part.child_by_field_name("operator")
        if sign is not None and text(sign) in SIGNS:
            kind = "and becomes or" if text(sign) in ("&&", "||", "??") else "another sign"
            yield Change(kind, sign.start_byte, sign.end_byte, SIGNS[text(sign)])
    elif part.type == "unary_expression" and text(part).startswith("!"):
        yield Change("not left out", part.start_byte, part.start_byte + 1, "")
    elif part.type == "ternary_expression":
        test = part.child_by_field_name("condition")
        assert test is not None
        yield Change("condition turned round", test.start_byte, test.end_byte, f"!({text(test)})")
    elif part.type == "number":
        more = str(int(text(part)) + 1) if text(part).isdigit() else f"({text(part)} + 1)"
        yield Change("one more", part.start_byte, part.end_byte, more)
    elif part.type in ("true", "false"):
        yield Change("the other truth", part.start_byte, part.end_byte, "false" if part.type == "true" else "true")
    elif part.type == "string":
        yield Change("another text", part.start_byte, part.end_byte, '""' if len(text(part)) > 2 else '"something"')


def text(node: Node) -> str:
    assert node.text is not None
    return node.text.decode()
