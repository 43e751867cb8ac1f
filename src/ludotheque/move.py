"""A move: something a player does or chance brings, as a number for the rules and a text for people."""


class Move:
    __slots__ = ("action", "text")

    def __init__(self, action: int, text: str) -> None:
        self.action = action
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)
