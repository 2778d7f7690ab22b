"""Verifies deliveries as Standard Webhooks signs them."""

import base64
import binascii
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import cast

from .ed25519 import is_signed
from .errors import InvalidWebhook
from .events import Event


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_s: float = 300,
) -> Event:
    """The event of a delivery whose signature and time are good. Of two secrets, as at a rotation, one has to fit.

    ``body`` is the body as it came, before any parsing; ``headers`` are those of any framework, in any case.
    An event may come twice: take each ``id`` once. Raises InvalidWebhook. See https://www.standardwebhooks.com (1.0.0).
    """
    given = {str(name).lower(): value for name, value in headers.items()}
    event_id, moment, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not event_id or not moment or not signatures:
        raise _refused("a webhook- header is missing")
    if not re.fullmatch(r"[0-9]{1,12}", moment) or abs(time.time() - int(moment)) > tolerance_s:
        raise _refused("its time is too far from now")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{event_id}.{moment}.".encode() + raw
    keys = [(one.startswith("whpk_"), _key(one)) for one in ([secret] if isinstance(secret, str) else secret)]
    digests = [hmac.digest(key, signed, sha256) for is_public, key in keys if not is_public]
    for signature in signatures.split(" "):
        version, _, text = signature.partition(",")
        claimed = _bytes_of(text)
        if claimed is None:
            continue
        # Each is compared in full: how long it takes says nothing of how much was right.
        if version == "v1" and any([hmac.compare_digest(claimed, digest) for digest in digests]):
            return _event(raw)
        if version == "v1a" and any(is_public and is_signed(key, claimed, signed) for is_public, key in keys):
            return _event(raw)
    raise _refused("no signature fits")


def _event(raw: bytes) -> Event:
    try:
        event = json.loads(raw)
    except ValueError as cause:
        raise _refused("its body is no JSON") from cause
    if not isinstance(event, dict):
        raise _refused("its body is no event")
    return cast(Event, event)


def _refused(reason: str) -> InvalidWebhook:
    return InvalidWebhook("invalid_webhook", f"The delivery was refused: {reason}.")


def _key(secret: str) -> bytes:
    key = _bytes_of(secret.removeprefix("whsec_").removeprefix("whpk_"))
    if not key or (secret.startswith("whpk_") and len(key) != 32):
        raise ValueError("The secret must be whsec_ and base64, or whpk_ and that of 32 bytes.")
    return key


def _bytes_of(text: str) -> bytes | None:
    """None for what is no base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
