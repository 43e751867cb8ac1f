"""The flat source of a game rewritten the way a GPU likes it.

- Every field of the state is an array of its own, a single number one of length 1, so that those
  indexed by constants alone stay in registers.
- Numbers have 32 bits. Python's have no size and Numba gives them 64, which a GPU does in two
  steps or more. Rules that need 64-bit fields keep 64-bit numbers.
"""

import ast

from ludotheque.engine.unread import is_field
from ludotheque.fields import Field

NARROW, POSITIVE = "int32", "uint32"
SHIFTS = (ast.LShift, ast.RShift)
MOST_TO_PICK = 4  # numbers among which choosing is quicker than memory
IN_REGISTERS = 8  # numbers of an array that may be kept there
DIVISIONS = (ast.FloorDiv, ast.Mod)


class Apart(ast.NodeTransformer):
    """`s.turn` becomes `s.turn[0]`."""

    def __init__(self, record: str, fields: dict[str, Field]) -> None:
        self.record = record
        self.fields = fields

    def visit_Attribute(self, attribute: ast.Attribute) -> ast.expr:
        if not is_field(attribute, self.record) or self.fields[attribute.attr].length:
            return attribute
        return ast.Subscript(ast.Attribute(attribute.value, attribute.attr, ast.Load()), ast.Constant(0), attribute.ctx)


class Picking(ast.NodeTransformer):
    """`s.hand[turn]` becomes a choice among the few numbers there are.

    What is indexed by a number unknown beforehand can't be kept in registers. Its memory is a
    lane's own, and where lanes are many and short-lived it costs more than anything else.
    """

    def __init__(self, record: str, fields: dict[str, Field]) -> None:
        self.record = record
        self.fields = fields

    def few(self, place: ast.expr) -> int:
        """How many numbers there are to choose from; 0 if it is nothing to choose in."""
        match place:
            case ast.Subscript(ast.Attribute(_, name), index) if is_field(place.value, self.record):
                length = self.fields[name].length
                return length if 1 < length <= MOST_TO_PICK and not isinstance(index, ast.Constant) else 0
        return 0

    def visit_Subscript(self, place: ast.Subscript) -> ast.expr:
        self.generic_visit(place)
        few = self.few(place) if isinstance(place.ctx, ast.Load) else 0
        return ast.Call(ast.Name(f"pick_{few}", ast.Load()), [place.value, place.slice], []) if few else place

    def visit_Assign(self, statement: ast.Assign) -> ast.stmt:
        self.generic_visit(statement)
        target = statement.targets[0]
        if not isinstance(target, ast.Subscript) or not (few := self.few(target)):
            return statement
        return ast.Expr(ast.Call(ast.Name(f"put_{few}", ast.Load()), [target.value, target.slice, statement.value], []))

    def visit_AugAssign(self, statement: ast.AugAssign) -> ast.stmt:
        old = ast.parse(ast.unparse(statement.target), mode="eval").body
        return self.visit_Assign(ast.Assign([statement.target], ast.BinOp(old, statement.op, statement.value)))


def picking(function: ast.FunctionDef, record: str, fields: dict[str, Field]) -> ast.FunctionDef:
    return ast.fix_missing_locations(Picking(record, fields).visit(function))  # type: ignore[no-any-return]


PICKS = "".join(
    f"""
@jit
def pick_{few}(numbers, index):
    number = numbers[0]
"""
    + "".join(f"    number = numbers[{k}] if index == {k} else number\n" for k in range(1, few))
    + f"""    return number


@jit
def put_{few}(numbers, index, number):
"""
    + "".join(f"    numbers[{k}] = number if index == {k} else numbers[{k}]\n" for k in range(few))
    for few in range(2, 5)
)


def cut(expression: ast.expr, kind: str = NARROW) -> ast.expr:
    return ast.Call(ast.Name(kind, ast.Load()), [expression], [])


def is_fraction(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name) and expression.func.id == "float32"


class Narrowing(ast.NodeTransformer):
    """Cuts every number and every result to 32 bits."""

    def visit_Constant(self, constant: ast.Constant) -> ast.expr:
        return cut(constant) if type(constant.value) is int else constant

    def visit_BinOp(self, operation: ast.BinOp) -> ast.expr:
        left, right = self.visit(operation.left), self.visit(operation.right)
        if is_fraction(left) or is_fraction(right):
            return ast.BinOp(left, operation.op, right)
        if isinstance(operation.op, SHIFTS) and not isinstance(operation.right, ast.Constant):
            # Never by more than 31: said so, a GPU shifts in one step.
            right = ast.BinOp(right, ast.BitAnd(), cut(ast.Constant(31)))
        elif isinstance(operation.op, DIVISIONS):  # the rules divide nothing that is negative
            left, right = cut(left, POSITIVE), cut(right, POSITIVE)
        return cut(ast.BinOp(left, operation.op, right))

    def visit_UnaryOp(self, operation: ast.UnaryOp) -> ast.expr:
        operation.operand = self.visit(operation.operand)
        return operation if isinstance(operation.op, ast.Not) else cut(operation)

    def visit_AugAssign(self, statement: ast.AugAssign) -> ast.stmt:
        old = ast.parse(ast.unparse(statement.target), mode="eval").body
        return ast.Assign([self.visit(statement.target)], self.visit(ast.BinOp(old, statement.op, statement.value)))

    def visit_Subscript(self, place: ast.Subscript) -> ast.expr:
        """No index is negative: said so, nobody looks whether it counts from the end."""
        places = place.slice.elts if isinstance(place.slice, ast.Tuple) else [place.slice]
        places = [part if isinstance(part, ast.Constant) else cut(self.visit(part), POSITIVE) for part in places]
        place = ast.Subscript(place.value, places[0] if len(places) == 1 else ast.Tuple(places, ast.Load()), place.ctx)
        is_constant_table = isinstance(place.value, ast.Name) and isinstance(place.ctx, ast.Load)
        return cut(place) if is_constant_table else place


class Unrolling(ast.NodeTransformer):
    """Writes short loops out, so that what they index is known beforehand."""

    def visit_For(self, loop: ast.For) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(loop)
        match loop:
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), [ast.Constant(int(times))])) if times <= IN_REGISTERS:
                body = ast.unparse(ast.Module(loop.body, []))
                return [PutIn(name, turn).visit(statement) for turn in range(times) for statement in ast.parse(body).body]
        return loop


class PutIn(ast.NodeTransformer):
    """Puts a number where a name stands."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number

    def visit_Name(self, name: ast.Name) -> ast.expr:
        return ast.Constant(self.number) if name.id == self.name else name


def unrolled(function: ast.FunctionDef) -> ast.FunctionDef:
    return ast.fix_missing_locations(Unrolling().visit(function))  # type: ignore[no-any-return]


def narrowed(function: ast.FunctionDef) -> ast.FunctionDef:
    return ast.fix_missing_locations(Narrowing().visit(function))  # type: ignore[no-any-return]


def apart(function: ast.FunctionDef, record: str, fields: dict[str, Field]) -> ast.FunctionDef:
    return ast.fix_missing_locations(Apart(record, fields).visit(function))  # type: ignore[no-any-return]


def declared(fields: dict[str, Field]) -> str:
    """The arrays of a record, one a field, as arguments; those short enough for registers in words as wide as these."""
    words = [max(field.bits, 32) if field.length <= IN_REGISTERS else field.bits for field in fields.values()]
    sizes = [field.length or 1 for field in fields.values()]
    return ", ".join(f"cuda.local.array({size}, int{bits})" for size, bits in zip(sizes, words, strict=True))
