"""The source stands on the standard library alone, in small modules that say what they are for."""

import ast
import sys
import unittest
from pathlib import Path

from source import SOURCE

LINES_MAX = 400
FILES = [*sorted(SOURCE.rglob("*.py")), *sorted(Path(__file__).parent.glob("*.py"))]


def imported(tree: ast.AST) -> set[str]:
    """Names of the packages that a module imports, its own aside."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(str(node.module).split(".")[0])
    return found


def silent(tree: ast.Module | ast.ClassDef) -> list[str]:
    """What is public and says nothing of itself, by name."""
    found = [] if ast.get_docstring(tree) else [getattr(tree, "name", "the module")]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            found += silent(node)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not ast.get_docstring(node):
            found.append(node.name)
    return found


class House(unittest.TestCase):
    """Held for each file; each rule is seen to notice."""

    def test_the_client_imports_nothing_but_the_standard_library(self) -> None:
        for path in SOURCE.rglob("*.py"):
            foreign = imported(ast.parse(path.read_text(encoding="utf-8"))) - sys.stdlib_module_names
            self.assertEqual(set(), foreign, path)
        self.assertEqual({"requests"}, imported(ast.parse("import os, requests.x")) - sys.stdlib_module_names)

    def test_no_file_is_longer_than_400_lines(self) -> None:
        self.assertGreater(len(FILES), 15)
        for path in FILES:
            self.assertLessEqual(len(path.read_text(encoding="utf-8").splitlines()), LINES_MAX, path)

    def test_what_is_public_says_what_it_is_for(self) -> None:
        for path in SOURCE.rglob("*.py"):
            self.assertEqual([], silent(ast.parse(path.read_text(encoding="utf-8"))), path)
        planted = "def f(): pass\ndef _g(): pass\nclass C:\n    def h(self): pass"
        self.assertEqual(["the module", "f", "C", "h"], silent(ast.parse(planted)))

    def test_the_types_are_announced(self) -> None:
        self.assertTrue((SOURCE / "cardstock" / "py.typed").exists())
