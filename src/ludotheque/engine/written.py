"""Functions of a game's module that are written from tables instead of by hand."""

import ast
from itertools import groupby
from typing import Any

import numpy

from ludotheque.fields import Field
from ludotheque.observation import Entry, packed_places, words_of

WRITTEN_OUT = 4  # entries alike that are told without a loop


def function(lines: list[str]) -> ast.FunctionDef:
    written = ast.parse("\n".join(lines)).body[0]
    assert isinstance(written, ast.FunctionDef)
    return written


def filling(name: str, record: str, fields: dict[str, Field], number: int) -> ast.FunctionDef:
    """A function that puts one number everywhere in a record."""
    lines = [f"def {name}({record}):", "    pass"]
    for field_name, field in fields.items():
        if field.length:
            lines += [f"    for i in range({field.length}):", f"        {record}.{field_name}[i] = {number}"]
        else:
            lines += [f"    {record}.{field_name} = {number}"]
    return function(lines)


def saving(record: str, fields: dict[str, Field]) -> ast.FunctionDef:
    """A function that copies a record into a row of `worlds`, where every field is an array of its own."""
    lines = [f"    worlds.{there} = {record}.{here}" for here, there in places(fields)]
    return function([f"def save(worlds, row, {record}):", *lines])


def loading(record: str, fields: dict[str, Field]) -> ast.FunctionDef:
    lines = [f"    {record}.{here} = worlds.{there}" for here, there in places(fields)]
    return function([f"def load(worlds, row, {record}):", *lines])


def places(fields: dict[str, Field]) -> list[tuple[str, str]]:
    """Every number of a record, and where it is in a row; one by one, so that a GPU may keep it in registers."""
    numbers = [(name, n, bool(field.length)) for name, field in fields.items() for n in range(field.length or 1)]
    return [(f"{name}[{n}]" if of_many else name, f"{name}[row, {n}]") for name, n, of_many in numbers]


def write_packed(layout: list[Entry], device: str) -> tuple[list[str], ast.FunctionDef]:
    """A function that packs the numbers of an observation into words of 32 bits."""
    lines = ["def write_seen(observation, lane, row):"]
    places = packed_places(layout)
    for word in range(words_of(layout)):
        parts = [f"row[{n}] << {shift}" if shift else f"row[{n}]" for n, (at, shift) in enumerate(places) if at == word]
        lines += [f"    observation[lane, {word}] = uint32({' | '.join(parts)})"]
    return [], function(lines)


def write_floats(layout: list[Entry], device: str) -> tuple[list[str], ast.FunctionDef]:
    """A function that writes every digit of an observation as a float between 0 and 1, and the tables it needs.

    Many entries alike are told in a loop: written out one by one, they take minutes to compile.
    """
    lines = ["def write_seen(observation, lane, row):"]
    n = first = 0
    for (digits, bits, most), alike in groupby(layout, key=lambda entry: entry[1:]):
        number = len(list(alike))
        if number > WRITTEN_OUT:
            lines += [f"    for n in range({number}):"]
            lines += told(f"n + {n}", f"n * {digits} + {first}", Entry("", digits, bits, most), device, " " * 8)
        else:
            for k in range(number):
                lines += told(str(n + k), str(first + k * digits), Entry("", digits, bits, most), device, " " * 4)
        n += number
        first += number * digits
    kinds = sorted({(entry.bits, entry.most) for entry in layout if entry.digits > 1})
    tables = [f"{table_name(bits, most)} = floats_in_byte({bits}, {most})" for bits, most in kinds] if device == "cpu" else []
    return tables, function(lines)


def told(n: str, first: str, entry: Entry, device: str, indent: str) -> list[str]:
    """Entry n as floats from the first on."""
    if entry.digits == 1:
        lines = [f"observation[lane, {first}] = float32(row[{n}]) * float32({1 / entry.most!r})"]
    elif device != "cpu":
        part = f"float32(row[{n}] >> digit * {entry.bits} & {(1 << entry.bits) - 1})"
        lines = [f"for digit in range({entry.digits}):"]
        lines += [f"    observation[lane, {first} + digit] = {part} * float32({1 / entry.most!r})"]
    else:  # a processor looks up the digits of a whole byte faster than it computes them one by one
        lines = []
        in_byte = 8 // entry.bits
        for done in range(0, entry.digits, in_byte):
            lines += [f"byte = row[{n}] >> {done * entry.bits} & 255"]
            for digit in range(min(in_byte, entry.digits - done)):
                lines += [f"observation[lane, {first} + {done + digit}] = {table_name(entry.bits, entry.most)}[byte, {digit}]"]
    return [indent + line for line in lines]


def table_name(bits: int, most: int) -> str:
    return f"BYTES_{bits}_{most}"


def floats_in_byte(bits: int, most: int) -> Any:
    """The digits of every byte as floats; computed as one by one they are, so that the last bit is the same."""
    digits = [[byte >> digit * bits & (1 << bits) - 1 for digit in range(8 // bits)] for byte in range(256)]
    return numpy.array(digits, numpy.float32) * numpy.float32(1 / most)
