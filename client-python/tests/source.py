"""Lets the tests run on a bare checkout: what they import is the source beside them. Import it before cardstock."""

import sys
from pathlib import Path

#: The source tree.
SOURCE = Path(__file__).parents[1] / "src"
#: The repository that the client is part of.
REPOSITORY = Path(__file__).parents[2]

sys.path.insert(0, str(SOURCE))
