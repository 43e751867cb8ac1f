"""The cells of the table by their names: `c4` is the column's letter and the row."""

from ludotheque.notation import number

ROWS, COLUMNS = 6, 10
CELLS = ROWS * COLUMNS


def cell_bit(cell: int) -> int:
    return 1 << cell


def cell_name(cell: int) -> str:
    return "abcdefghij"[cell % COLUMNS] + str(cell // COLUMNS + 1)


def read_cell(text: str) -> int | None:
    column = "abcdefghij".find(text[:1])
    row = number(text[1:], 1, ROWS)
    return None if column < 0 or row is None else (row - 1) * COLUMNS + column


def cells_in(cells: int) -> list[int]:
    return [cell for cell in range(CELLS) if cells & cell_bit(cell)]
