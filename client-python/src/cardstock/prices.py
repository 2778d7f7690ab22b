"""Prices over time, and where each comes from. Money is integer cents, a day is ``YYYY-MM-DD``."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .records import EurAmounts, Image, Named, PriceKind, Printing, UsdAmounts, UsdPrice

# ``from`` is a word of Python's own: only the form that is a call can name it.
_Window = TypedDict("_Window", {"game": str, "from": str, "to": str})


class UsdDay(UsdAmounts):
    """The USD amounts of a day."""

    observed_on: str


class EurDay(EurAmounts):
    """The EUR amounts of a day."""

    observed_on: str


class UsdHistory(TypedDict):
    """The days of a condition; days without an observation are absent."""

    condition: str
    currency: Literal["USD"]
    history: list[UsdDay]


class ProductEurHistory(TypedDict):
    """The days of a sealed product in EUR."""

    currency: Literal["EUR"]
    history: list[EurDay]


class EurHistory(ProductEurHistory):
    """The days of a printing in EUR."""

    price_kind: PriceKind


class VariantHistory(TypedDict):
    """The days of a printing."""

    variant: Printing
    usd_market: list[UsdHistory]
    eur_market: EurHistory


class CardPriceHistory(_Window):
    """Every printing of a card over a window of days."""

    variants: list[VariantHistory]


class ProductVariantHistory(TypedDict):
    """The days of a sealed product; ``variant`` is the sub-type."""

    variant: str
    usd_market: list[UsdHistory]
    eur_market: ProductEurHistory


class ProductPriceHistory(_Window):
    """A sealed product over a window of days."""

    variants: list[ProductVariantHistory]


class MovedAmount(TypedDict):
    """What a price was, or is."""

    observed_on: str
    amount: int


_Move = TypedDict("_Move", {"from": MovedAmount, "to": MovedAmount})


class Mover(_Move):
    """A card or a sealed product whose price moved; of ``card_id`` and ``product_id`` one is None."""

    game: str
    card_id: str | None
    product_id: int | None
    name: str
    lang: NotRequired[str]
    expansion_id: str | None
    number: str | None
    image: Image | None
    variant: str
    currency: str
    #: By how much, of what it was; negative where it fell.
    percent: float


#: Why a marketplace's row speaks for a printing.
MatchRule: TypeAlias = Literal["sub-type", "bare-of-sub-type", "only-sub-type", "alone", "pair", "plainest"]

#: Why there is no price.
NoPriceReason: TypeAlias = Literal[
    "no-id",
    "no-longer-comes",
    "contradictory-id",
    "claimed-by-several",
    "another-cards-article",
    "article-never-priced",
    "no-row-of-its-sub-type",
    "several-rows-fit",
    "row-of-a-plainer-printing",
    "row-fits-several-printings",
    "amount-held-back",
    "row-without-price",
    "no-price-run-yet",
]


class HeldBack(TypedDict):
    """An amount that moved 50-fold, and is not served until a second day confirms it."""

    condition: str | None
    amount: str
    previous: int
    held: int
    observed_on: str
    source: str


class _Explanation(TypedDict):
    marketplace: Literal["tcgplayer", "cardmarket"]
    external_id: int | None
    row: str | None
    rule: MatchRule | None
    reason: NoPriceReason | None
    #: The reason, or else the rule, in words.
    meaning: str
    held: list[HeldBack]
    #: Other cards that claim the marketplace's product.
    other_cards: list[Named]


class PriceDocument(TypedDict):
    """The document that said a price."""

    day: str
    address: str
    sha256: str


class ExplainedUsdPrice(UsdPrice):
    """A price, the source that told it, and its document where one is known."""

    source: str
    document: PriceDocument | None


class ExplainedEurPrice(EurAmounts):
    """A price, the source that told it, and its document where one is known."""

    price_kind: PriceKind
    currency: Literal["EUR"]
    observed_on: str
    source: str
    document: PriceDocument | None


class UsdExplanation(_Explanation):
    """Where the USD prices of a printing come from."""

    prices: list[ExplainedUsdPrice]


class EurExplanation(_Explanation):
    """Where the EUR price of a printing comes from."""

    prices: list[ExplainedEurPrice]


class VariantExplanation(TypedDict):
    """Where the prices of a printing come from, or why there is none."""

    variant_id: int
    variant: str
    usd_market: UsdExplanation
    eur_market: EurExplanation


class CardExplanation(TypedDict):
    """Where each price of a card comes from, and why the others are not there."""

    card_id: str
    name: str
    variants: list[VariantExplanation]
