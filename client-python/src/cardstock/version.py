"""Which release of Cardstock this client is of."""

VERSION = "0.2.0"
