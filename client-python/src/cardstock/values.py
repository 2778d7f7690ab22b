"""What lists can be asked for: the values of a field, and the fields that filters take."""

from typing import Literal, TypedDict


class ValueCount(TypedDict):
    """A value of a field, and how many cards or products have it."""

    value: str
    count: int


class Field(TypedDict):
    """What ``filter`` of the card list can ask, and how many cards bear it."""

    name: str
    aliases: list[str]
    type: Literal["number", "word", "text", "date", "flag"]
    title: str
    games: list[str]
    example: str
    count: int
