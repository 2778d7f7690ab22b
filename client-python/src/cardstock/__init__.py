"""Typed client of a Cardstock service: cards, prices, scan, look-up and events, on the standard library alone.

    from cardstock import Client
    for card in Client("http://127.0.0.1:8080", "cs_live_…").iter_cards(q="vultwik", include="prices", limit=5):
        print(card["id"], card["name"])

Records are dictionaries, typed and spelled as on the wire; the modules ``records``, ``prices``, ``lookup``,
``events`` and ``parameters`` hold their types.
"""

from .client import Client
from .errors import (
    BadRequest,
    CardstockError,
    InvalidWebhook,
    NoAnswer,
    NotFound,
    RateLimited,
    ServiceFailed,
    Unauthorized,
    UnexpectedAnswer,
)
from .events import Event
from .pages import Page
from .version import VERSION as __version__
from .webhook import verify_webhook

__all__ = [
    "BadRequest",
    "CardstockError",
    "Client",
    "Event",
    "InvalidWebhook",
    "NoAnswer",
    "NotFound",
    "Page",
    "RateLimited",
    "ServiceFailed",
    "Unauthorized",
    "UnexpectedAnswer",
    "__version__",
    "verify_webhook",
]
