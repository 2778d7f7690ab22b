"""A collector's list row by row, and the cards that it means."""

from typing import Literal, NotRequired, TypedDict

from .records import EurPrice, IdentifiedVariant, Image, Named, ProductEurPrice, ProductUsdPrice, UsdPrice


class ListedRow(TypedDict, total=False):
    """A row of a collector's list, in the list's own words; what it does not say is left out, or None."""

    name: str | None
    #: In any printed form: ``4``, ``004``, ``4/102``.
    number: str | None
    #: Its name, printed code, id, or a marketplace's spelling.
    expansion: str | None
    game: str | None
    lang: str | None
    printing: str | None
    #: Without one NM.
    condition: str | None
    quantity: float | None
    #: ``tcgplayer:42382``, ``cardmarket:8211``, an id of another catalog, or of a card here.
    external_id: str | None


class LookedUpCard(TypedDict):
    """A card that a row may mean."""

    game: str
    id: str
    name: str
    number: str | None
    rarity: str | None
    image: Image | None
    expansion: Named
    lang: NotRequired[str]


class LookupCandidate(TypedDict):
    """What a row may mean, with its prices in the row's condition, or NM where it has none."""

    #: 0 to 1.
    confidence: float
    card: LookedUpCard
    variant: IdentifiedVariant | None
    usd_market: UsdPrice | None
    eur_market: EurPrice | None


class LookedUpProduct(TypedDict):
    """A sealed product that a row means."""

    game: str
    id: int
    name: str
    prices: list[ProductUsdPrice | ProductEurPrice]


class LookedUp(TypedDict):
    """What a row means; ``card`` is None where none is likelier than not."""

    confidence: float
    card: LookedUpCard | None
    #: The sealed product that the row means, and then no card.
    product: LookedUpProduct | None
    variant: IdentifiedVariant | None
    usd_market: UsdPrice | None
    eur_market: EurPrice | None
    is_certain: bool
    is_variant_certain: bool
    condition: Literal["NM", "LP", "MP", "HP", "DMG", "Unopened"] | None
    quantity: int | None
    #: What of the row could not be taken.
    problem: str | None
    #: At most three, the best first; empty where card and printing are certain.
    candidates: list[LookupCandidate]
    #: The fields in which the candidates differ.
    differ_in: list[Literal["game", "name", "number", "expansion", "rarity", "printing"]]
