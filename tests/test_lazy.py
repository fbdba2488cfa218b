"""Packages that import a module when one of its names is used."""

from __future__ import annotations

import ast
import pickle
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import linguine
from linguine.errors import DataError

PACKAGES = [
    "linguine",
    "linguine.data",
    "linguine.features",
    "linguine.inference",
    "linguine.kernels",
    "linguine.lab",
    "linguine.learning",
    "linguine.model",
    "linguine.reports",
    "linguine.serving",
    "linguine.tasks",
]


def choice_of(package: str) -> ast.If:
    """The ``if TYPE_CHECKING: imports; else: lazy_exports(...)`` of a package."""
    tree = ast.parse(Path(str(import_module(package).__file__)).read_text(encoding="utf-8"))
    (found,) = [node for node in tree.body if isinstance(node, ast.If)]
    assert ast.unparse(found.test) == "TYPE_CHECKING"
    return found


def names_for_type_checkers(package: str) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for node in choice_of(package).body:
        assert isinstance(node, ast.ImportFrom)
        assert all(each.asname == each.name for each in node.names)
        names.setdefault(str(node.module), set()).update(each.name for each in node.names)
    return names


def names_of_the_table(package: str) -> dict[str, set[str]]:
    (line,) = choice_of(package).orelse
    assert isinstance(line, ast.Assign)
    assert isinstance(line.value, ast.Call)
    table = ast.literal_eval(line.value.args[1])
    return {
        f"{package}{module}" if module.startswith(".") else module: set(names)
        for module, names in table.items()
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_loaded_is_what_type_checkers_see(package: str) -> None:
    assert names_of_the_table(package) == names_for_type_checkers(package)


@pytest.mark.parametrize("package", PACKAGES)
def test_all_names_what_is_loaded_and_no_more(package: str) -> None:
    lazy = set().union(*names_of_the_table(package).values())
    errors = {name for name in vars(linguine.errors) if name in dir(linguine)}
    eager = {*errors, "__version__"} if package == "linguine" else set()
    assert sorted(import_module(package).__all__) == sorted(lazy | eager)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_hides_a_name(package: str) -> None:
    """Importing ``package.x`` puts the module x into the package, whatever was to be there."""
    modules = {each.name for each in pkgutil.iter_modules(import_module(package).__path__)}
    assert not modules & set(import_module(package).__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_can_be_imported_in_one_go(package: str) -> None:
    script = f"from {package} import *\nprint(*sorted(set(globals())))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert set(import_module(package).__all__) <= set(done.stdout.split())


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_that_of_its_module(package: str) -> None:
    loaded = import_module(package)
    for module, names in names_of_the_table(package).items():
        for name in names:
            assert getattr(loaded, name) is getattr(import_module(module), name)
    assert dir(loaded) == sorted(loaded.__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_an_unknown_name_is_an_attribute_error(package: str) -> None:
    with pytest.raises(AttributeError, match=rf"module '{package}' has no attribute 'Extracter'"):
        getattr(import_module(package), "Extracter")  # noqa: B009
    with pytest.raises(ImportError, match="Extracter"):
        exec(f"from {package} import Extracter")


def test_an_error_comes_back_from_a_pickle_where_nothing_was_imported() -> None:
    """As from a worker: the module of the error is loaded by the name in the pickle."""
    script = "import pickle, sys; print(repr(pickle.load(sys.stdin.buffer)))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps(DataError("a line is empty")), capture_output=True, check=True,
    )  # fmt: skip
    assert done.stdout.decode().strip() == "DataError('a line is empty')"
