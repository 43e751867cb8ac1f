"""Fields and variables that nobody reads are left out of what is compiled.

A state also keeps what only views and guesses ask for, such as the log of a round. Where the
compiled functions never read such a field, neither it nor the statements that write it are there.
The same goes for variables: some were only there to be told.
"""

import ast

from ludotheque.fields import Field

RECORDS = ("s", "v")  # the parameters of the rules that hold the state and the view


def is_field(node: ast.AST, record: str) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == record


def fields_in(node: ast.AST, record: str) -> set[str]:
    """The fields of the record that this mentions."""
    return {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute) and is_field(part, record)}


def may_change(node: ast.AST) -> bool:
    """Whether it calls something that is handed a record, and so could change it."""
    return any(
        isinstance(part, ast.Call) and any(isinstance(arg, ast.Name) and arg.id in RECORDS for arg in part.args)
        for part in ast.walk(node)
    )


class Removal(ast.NodeTransformer):
    """Takes out what only serves the given fields."""

    def __init__(self, record: str, unread: set[str]) -> None:
        self.record = record
        self.unread = unread
        self.variables: set[str] = set()  # that are read where it is at work

    def is_unread(self, target: ast.expr) -> bool:
        if isinstance(target, ast.Tuple):
            return all(self.is_unread(part) for part in target.elts)
        if isinstance(target, ast.Name):
            return target.id not in self.variables
        place = target.value if isinstance(target, ast.Subscript) else target
        return isinstance(place, ast.Attribute) and is_field(place, self.record) and place.attr in self.unread

    def assigned(self, statement: ast.Assign | ast.AugAssign, targets: list[ast.expr]) -> ast.stmt | None:
        return None if all(map(self.is_unread, targets)) and not may_change(statement.value) else statement

    def visit_Assign(self, statement: ast.Assign) -> ast.stmt | None:
        return self.assigned(statement, statement.targets)

    def visit_AugAssign(self, statement: ast.AugAssign) -> ast.stmt | None:
        return self.assigned(statement, [statement.target])

    def visit_If(self, statement: ast.If) -> ast.stmt | None:
        self.generic_visit(statement)
        if not statement.body and not statement.orelse and not may_change(statement.test):
            return None
        statement.body = statement.body or [ast.Pass()]
        return statement

    def visit_For(self, statement: ast.For) -> ast.stmt | None:
        self.generic_visit(statement)
        return statement if statement.body else None

    def visit_While(self, statement: ast.While) -> ast.stmt:
        self.generic_visit(statement)
        statement.body = statement.body or [ast.Pass()]
        return statement

    def visit_FunctionDef(self, function: ast.FunctionDef) -> ast.FunctionDef:
        before = None
        while before != (before := ast.dump(function)):
            self.variables = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
            self.generic_visit(function)
            function.body = function.body or [ast.Pass()]
        return function


def without_unread(
    functions: list[ast.FunctionDef], record: str, fields: dict[str, Field]
) -> tuple[list[ast.FunctionDef], dict[str, Field]]:
    """The functions without the fields that only they themselves are read for, and the fields that are left."""
    unread = set(fields)
    while True:
        left = [Removal(record, unread).visit(copied(function)) for function in functions]
        read = unread & set().union(*(fields_in(function, record) for function in left))
        if not read:
            return left, {name: field for name, field in fields.items() if name not in unread}
        unread -= read


def copied(function: ast.FunctionDef) -> ast.FunctionDef:
    twin = ast.parse(ast.unparse(ast.fix_missing_locations(function))).body[0]
    assert isinstance(twin, ast.FunctionDef)
    return twin
