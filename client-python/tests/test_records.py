"""The types are the service's: each is compared with the answer that the published OpenAPI document gives its call."""

import json
import types
import typing
import unittest
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from source import REPOSITORY
from test_cases import method_of

from cardstock import Client, events, lookup, parameters
from cardstock.records import Image

DOCUMENT = json.loads((REPOSITORY / "docs" / "openapi.json").read_text(encoding="utf-8"))

#: Calls by the address that they read, as the cases name them.
READS = {
    "/v1/cards": "cards.list",
    "/v1/cards/{id}": "cards.get",
    "/v1/cards/{id}/prices": "cards.prices",
    "/v1/cards/{id}/explain": "cards.explain",
    "/v1/cards/{id}/stats": "cards.stats",
    "/v1/cards/{id}/chart": "cards.chart",
    "/v1/products/{id}/stats": "products.stats",
    "/v1/expansions/{id}/stats": "expansions.stats",
    "/v1/expansions/{id}/chart": "expansions.chart",
    "/v1/products": "products.list",
    "/v1/products/{id}": "products.get",
    "/v1/products/{id}/prices": "products.prices",
    "/v1/expansions": "expansions.list",
    "/v1/expansions/{id}": "expansions.get",
    "/v1/series": "series.list",
    "/v1/series/{id}": "series.get",
    "/v1/games": "games",
    "/v1/fields": "fields",
    "/v1/values/{field}": "values",
    "/v1/movers": "movers",
    "/v1/resolve": "resolve",
    "/v1/migrations": "migrations.list",
    "/v1/events": "events.list",
    "/v1/lookup": "lookup",
    "/v1/scan": "scan",
    "/health": "health",
}

#: Types of the data of events, by the end of the name.
DATA = {
    "cards.updated": events.CardsUpdated,
    "cards.deleted": events.CardsDeleted,
    "card_variants.deleted": events.CardVariantsDeleted,
    "card_prices.updated": events.CardPricesUpdated,
    "products.updated": events.ProductsUpdated,
    "products.removed": events.ProductsRemoved,
    "product_prices.updated": events.ProductPricesUpdated,
    "expansions.created": events.ExpansionsChanged,
    "expansions.updated": events.ExpansionsChanged,
    "series.created": events.SeriesChanged,
    "series.updated": events.SeriesChanged,
    "expansions.deleted": events.ExpansionsDeleted,
    "series.deleted": events.SeriesDeleted,
    "price_days.recorded": events.PriceDayRecorded,
}


def resolved(schema: Any) -> Any:
    """The schema itself where it is named."""
    while isinstance(schema, dict) and "$ref" in schema:
        found = DOCUMENT
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        schema = found
    return schema


def of_schema(schema: Any) -> Any:
    """A schema in a form in which it equals the type that says the same."""
    schema = resolved(schema)
    if "anyOf" in schema or "oneOf" in schema:
        return union(of_schema(one) for one in schema.get("anyOf") or schema["oneOf"])
    if "const" in schema:
        return ("one of", schema["const"])
    if "enum" in schema:
        return union(("one of", value) for value in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return union(of_schema({**schema, "type": one}) for one in kind)
    if kind == "array":
        return ("list", of_schema(schema["items"]))
    if kind == "object" and "properties" in schema:
        required = schema.get("required", [])
        return (
            "object",
            {name: (name in required, of_schema(one)) for name, one in sorted(schema["properties"].items())},
        )
    if kind == "object":
        values = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]
        return ("map", of_schema(next(one for one in values if isinstance(one, dict))))
    return kind or "anything"


PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null", Any: "anything"}


def of_type(kind: Any) -> Any:
    """A type in the same form."""
    if kind in PLAIN:
        return PLAIN[kind]
    if typing.is_typeddict(kind):
        hints = sorted(get_type_hints(kind, include_extras=True).items())
        return ("object", {name: field(kind, name, one) for name, one in hints})
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return union(of_type(one) for one in args)
    if origin is Literal:
        return union(("one of", value) for value in args)
    if origin is list:
        return ("list", of_type(args[0]))
    if origin is dict:
        return ("map", of_type(args[1]))
    raise TypeError(f"what does {kind} say?")


def field(kind: Any, name: str, hint: Any) -> tuple[bool, Any]:
    """Whether it is always there, and what it is."""
    inner = get_args(hint)[0] if get_origin(hint) in (NotRequired, Required) else hint
    return name in kind.__required_keys__, of_type(inner)


def union(parts: Any) -> Any:
    """Alternatives without order, those of alternatives among them."""
    flat: list[Any] = []
    for part in parts:
        flat += part[1] if isinstance(part, tuple) and part[0] == "any of" else [part]
    unique = sorted({repr(one): one for one in flat}.values(), key=repr)
    return unique[0] if len(unique) == 1 else ("any of", unique)


def answer(path: str) -> Any:
    """The schema of what the envelope holds, or of the whole body outside of it."""
    operation = next(one for method, one in DOCUMENT["paths"][path].items() if method in ("get", "post"))
    body = resolved(resolved(operation["responses"]["200"])["content"]["application/json"]["schema"])
    return resolved(body["properties"]["data"]) if "data" in body["properties"] else body


class Types(unittest.TestCase):
    """Every field, whether it is always there, and what it may be."""

    maxDiff = 4000

    def test_what_each_call_gives_is_what_the_document_says(self) -> None:
        for path, call in READS.items():
            gives = get_type_hints(getattr(Client, method_of(call)))["return"]
            said = answer(path)
            # A page, a list or a stream of rows is compared by its rows.
            if not typing.is_typeddict(gives):
                gives, said = get_args(gives)[0], resolved(said["properties"]["items"])["items"]
            with self.subTest(path=path):
                expected, got = of_schema(said), of_type(gives)
                if path == "/v1/events":
                    # Data is compared by name below.
                    del expected[1]["data"], got[1]["data"]
                self.assertEqual(expected, got)

    def test_every_address_below_v1_that_the_document_names_has_a_call(self) -> None:
        # A feed is for feed readers.
        named = {path for path in DOCUMENT["paths"] if path.startswith("/v1/")} - {"/v1/events.atom"}
        self.assertEqual(named, set(READS) - {"/health"})

    def test_data_of_events(self) -> None:
        hooks = {name.split(".", 1)[1]: hook for name, hook in DOCUMENT["webhooks"].items()}
        self.assertEqual(set(hooks), set(DATA))
        for name, hook in hooks.items():
            said = resolved(hook["post"]["requestBody"])["content"]["application/json"]["schema"]
            with self.subTest(event=name):
                self.assertEqual(of_schema(resolved(said)["properties"]["data"]), of_type(DATA[name]))

    def test_rows_of_a_lookup(self) -> None:
        body = DOCUMENT["paths"]["/v1/lookup"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        self.assertEqual(of_schema(resolved(body)["properties"]["rows"]["items"]), of_type(lookup.ListedRow))

    def test_filters_are_the_parameters(self) -> None:
        lists: dict[str, Any] = {
            "/v1/cards": parameters.CardListParams,
            "/v1/products": parameters.ProductListParams,
            "/v1/expansions": parameters.ExpansionListParams,
            "/v1/series": parameters.SeriesListParams,
            "/v1/migrations": parameters.CountedParams,
            "/v1/movers": parameters.MoverParams,
            "/v1/events": parameters.EventListParams,
        }
        for path, kind in lists.items():
            given = DOCUMENT["paths"][path]["get"]["parameters"]
            names = {one["name"] for one in map(resolved, given) if one["in"] == "query"} - {"spreadsheet"}
            with self.subTest(path=path):
                self.assertEqual(names, set(get_type_hints(kind)))

    def test_the_comparison_notices_each_kind_of_difference(self) -> None:
        schema = {"type": "object", "required": ["low", "high"], "properties": {}}
        good = {"low": {"type": "string"}, "high": {"type": "string"}}
        self.assertEqual(of_schema({**schema, "properties": good}), of_type(Image))
        for properties, required in (
            ({**good, "more": {"type": "string"}}, ["low", "high"]),
            ({"low": good["low"]}, ["low"]),
            (good, ["low"]),
            ({**good, "low": {"type": ["string", "null"]}}, ["low", "high"]),
            ({**good, "low": {"const": "x"}}, ["low", "high"]),
            ({**good, "low": {"type": "array", "items": {"type": "string"}}}, ["low", "high"]),
        ):
            changed = {"type": "object", "required": required, "properties": properties}
            self.assertNotEqual(of_schema(changed), of_type(Image))
