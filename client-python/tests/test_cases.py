"""The cases that this client and the one for TypeScript are both held to; the list is one, and none may be left out."""

import json
import re
import unittest
from inspect import getmembers, isfunction
from itertools import islice
from typing import Any
from unittest.mock import patch

from source import REPOSITORY
from stub_service import StubService

from cardstock import CardstockError, Client, InvalidWebhook, verify_webhook

CASES: dict[str, list[dict[str, Any]]] = json.loads(
    (REPOSITORY / "test" / "client" / "cases.json").read_text(encoding="utf-8")
)

#: What a resource's calls are named here.
FORMS = {
    "get": "{one}",
    "list": "list_{many}",
    "iterate": "iter_{many}",
    "prices": "{one}_prices",
    "explain": "explain_{one}",
    "stats": "{one}_stats",
    "chart": "{one}_chart",
}
ONE = {"series": "one_series"}


def method_of(call: str) -> str:
    """The method here of a call as TypeScript names it."""
    many, _, verb = call.partition(".")
    return FORMS[verb].format(many=many, one=ONE.get(many, many.removesuffix("s"))) if verb else many


def answered(client: Client, call: dict[str, Any]) -> Any:
    """What the client gives for a call, its streams taken as far as the case says."""
    args = list(call.get("args", []))
    params = {"from_" if name == "from" else name: value for name, value in call.get("params", {}).items()}
    if call["call"] == "scan":
        args = [one["bytes"].encode() for one in args if "bytes" in one]
        params |= {name: value for one in call["args"] for name, value in one.items() if name == "url"}
    if "every_s" in call:
        params["every_s"] = call["every_s"]
    result = getattr(client, method_of(call["call"]))(*args, **params)
    return list(islice(result, call.get("take"))) if hasattr(result, "__next__") else result


class Cases(unittest.TestCase):
    """One test a case, made below."""

    def run_case(self, case: dict[str, Any]) -> None:
        options = {"key": "k"} | case.get("options", {})
        if options.pop("cache", True) is False:
            options["cache_bytes"] = 0
        slept: list[float] = []
        with (
            StubService([]) as other,
            StubService(case["exchanges"], other=other.base) as stub,
            patch("time.sleep", slept.append),
            patch.dict("os.environ", clear=True),
            Client(stub.base + "/", **options) as client,
        ):
            for call in case["calls"]:
                self.check(client, call)
            self.assertEqual([], stub.faults)
            self.assertEqual(len(case["exchanges"]), stub.requests)
            self.assertEqual(0, other.requests, "another host was asked")
        self.assertEqual(len(case["sleeps"]), len(slept), slept)
        for pause, (least, most) in zip(slept, case["sleeps"], strict=True):
            self.assertTrue(least <= pause <= most, f"{pause} is not between {least} and {most}")

    def check(self, client: Client, call: dict[str, Any]) -> None:
        if "error" not in call:
            self.assertEqual(call["result"], answered(client, call))
            return
        with self.assertRaises(CardstockError) as caught:
            answered(client, call)
        self.assertEqual(call["error"], {name: getattr(caught.exception, name) for name in call["error"]})
        self.assertTrue(str(caught.exception))


class Webhooks(unittest.TestCase):
    """One test a delivery, made below."""

    def run_case(self, case: dict[str, Any]) -> None:
        rules = {"tolerance_s": case["tolerance_s"]} if "tolerance_s" in case else {}
        for body in (case["body"], case["body"].encode()):
            with patch("time.time", lambda: case["now"]):
                if case["accepted"]:
                    event = verify_webhook(body, case["headers"], case["secrets"], **rules)
                    self.assertEqual(json.loads(case["body"]), event)
                else:
                    with self.assertRaises(InvalidWebhook):
                        verify_webhook(body, case["headers"], case["secrets"], **rules)


def add_tests(suite: Any, cases: list[dict[str, Any]]) -> None:
    """Gives the suite a test for each case, by its name."""
    for at, case in enumerate(cases):
        name = f"test_{at:03d}_" + re.sub(r"\W+", "_", case["name"])
        setattr(suite, name, lambda self, case=case: self.run_case(case))


add_tests(Cases, CASES["calls"])
add_tests(Webhooks, CASES["webhooks"])


class Coverage(unittest.TestCase):
    """The list is whole."""

    def test_every_public_method_has_a_case(self) -> None:
        methods = {name for name, _ in getmembers(Client, isfunction) if not name.startswith("_")} - {"close"}
        called = {method_of(call["call"]) for case in CASES["calls"] for call in case["calls"]}
        self.assertEqual(methods, called)

    def test_no_two_cases_have_one_name(self) -> None:
        for cases in CASES.values():
            self.assertEqual(len(cases), len({case["name"] for case in cases}))
