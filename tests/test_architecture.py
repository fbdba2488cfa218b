"""The house keeps its order: folders, file lengths, light imports, stubs, references."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "linguine"
JOURNEY = (
    *("data", "features", "inference", "learning", "model", "reports"),
    *("tasks", "compat", "serving"),
)
#: About twenty files are a room; more want rooms within it.
MOST_FILES = 24
EVERYWHERE = {"errors", "extras", "lazy", "registry", "progress", "speech", "_core"}
PYTHON = sorted(PACKAGE.rglob("*.py"))
NATIVE = sorted(
    path
    for folder in ("core", "bindings")
    for pattern in ("*.hpp", "*.cpp", "*.h")
    for path in (ROOT / folder).rglob(pattern)
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported_modules(path: Path) -> list[str]:
    """Absolute names of everything imported from linguine, relative imports resolved."""
    package = ["linguine", *path.relative_to(PACKAGE).parent.parts]
    found = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from linguine import data` names the folder in the alias
            found += (
                [f"{module}.{a.name}" for a in node.names] if module == "linguine" else [module]
            )
    return [module for module in found if module.split(".")[0] == "linguine"]


def long_files(paths: Iterable[Path], most: int) -> list[str]:
    return [name(path) for path in paths if path.read_bytes().count(b"\n") > most]


def test_a_folder_imports_only_from_folders_to_its_left() -> None:
    broken = []
    for path in PYTHON:
        folder = path.relative_to(PACKAGE).parts[0]
        if folder not in JOURNEY:  # only the folders of the journey have an order
            continue
        allowed = set(JOURNEY[: JOURNEY.index(folder) + 1]) | EVERYWHERE
        for module in imported_modules(path):
            parts = module.split(".")
            if len(parts) > 1 and parts[1] not in allowed:
                broken.append(f"{name(path)} in {folder} imports {module}")
    assert not broken


def test_helpers_of_all_folders_import_no_folder() -> None:
    broken = []
    for path in PYTHON:
        # __init__ and __main__ stand above the journey
        if path.parent != PACKAGE or path.name in ("__init__.py", "__main__.py"):
            continue
        for module in imported_modules(path):
            parts = module.split(".")
            if len(parts) > 1 and parts[1] in JOURNEY:
                broken.append(f"{name(path)} imports {module}")
    assert not broken


def test_only_thin_modules_import_the_native_module() -> None:
    thin = ("data", "features", "inference", "learning", "model", "tasks")
    broken = [
        name(path)
        for path in PYTHON
        if path.relative_to(PACKAGE).parts[0] not in thin
        and any("_core" in module for module in imported_modules(path))
    ]
    assert not broken


def test_a_folder_fits_one_look() -> None:
    counts = Counter(path.parent for path in PYTHON if path.name != "__init__.py")
    assert not [name(folder) for folder, n in counts.items() if n > MOST_FILES]


def test_a_python_file_has_at_most_400_lines() -> None:
    assert not long_files(PYTHON + TESTS, 400)


def test_a_native_file_has_at_most_500_lines() -> None:
    assert not long_files(NATIVE, 500)


def test_the_core_knows_no_python() -> None:
    broken = []
    for path in NATIVE:
        text = path.read_text(encoding="utf-8")
        if path.relative_to(ROOT).parts[0] == "core" and (
            re.search(r"#include\s*[<\"](Python\.h|nanobind)", text) or "using namespace" in text
        ):
            broken.append(name(path))
    assert not broken


def test_every_module_opens_with_a_sentence() -> None:
    assert not [name(path) for path in PYTHON if not ast.get_docstring(parsed(path))]


def test_the_library_does_not_print() -> None:
    for path in PYTHON:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", f"{name(path)}:{node.lineno} prints"


HEAVY = ("sklearn", "scipy", "matplotlib", "pandas", "rich", "joblib", "dask")


@pytest.mark.parametrize(
    "line",
    [
        "import linguine",
        "from linguine.errors import *",
        "from linguine.data import *",
        "from linguine.features import *",
        "from linguine.inference import *",
        "from linguine.learning import *",
        "from linguine.reports import *",
    ],
)
def test_import_is_light(line: str) -> None:
    script = f"{line}\nimport sys; print(*[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def stub_names() -> dict[str, set[str]]:
    """Names of the stub: '' -> top level, class -> its public members."""
    tree = ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))
    names: dict[str, set[str]] = {"": set()}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names[""].add(node.name)
            members = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
            if "__setattr__" not in members:  # options are filled by name
                names[node.name] = {n for n in members if not n.startswith("_")}
        elif isinstance(node, ast.FunctionDef):
            names[""].add(node.name)
    return names


def test_the_stub_names_what_the_native_module_has() -> None:
    from linguine import _core

    stub = stub_names()
    assert {n for n in dir(_core) if not n.startswith("_")} == stub.pop("")
    for class_name, members in stub.items():
        compiled = {n for n in dir(getattr(_core, class_name)) if not n.startswith("_")}
        assert compiled == members, class_name


def test_every_option_of_the_core_has_somebody_who_sets_it() -> None:
    from linguine import _core
    from linguine.learning import Batch, Dual, Exact, FrankWolfe, Online

    of_the_problem = {"l2", "l1", "has_bias", "bias_scale", "bias_l2", "seed", "n_threads"}
    for learner, options in (
        (Online(), _core.OnlineOptions),
        (Batch(), _core.BatchOptions),
        (Dual(), _core.DualOptions),
        (Exact(), _core.ExactOptions),
        (FrankWolfe(), _core.FrankWolfeOptions),
    ):
        names = {name for name in dir(options) if not name.startswith("_")}
        assert names <= set(vars(learner)) | of_the_problem


# A key stands in brackets of its own, not behind a name as an index does, and may be followed by
# a place: [Eisenstein2018, 2.2.2].
KEY = re.compile(r"(?<![\w\])])\[([A-Z][A-Za-z]*[a-z][A-Za-z]*\d{0,4}[a-z]?)(?:[ ,][^\]]*)?\]")
TYPES = {"Any", "None", "Real", "Index", "Label"}


@cache
def cited_keys(path: Path) -> frozenset[str]:
    """Keys in docstrings and comments; annotations such as dict[str, Any] have no bracket alone."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tree = ast.parse(text)
        nodes = (ast.Module, ast.ClassDef, ast.FunctionDef)
        docs = [ast.get_docstring(n) or "" for n in ast.walk(tree) if isinstance(n, nodes)]
        text = "\n".join([*docs, *re.findall(r"#.*", text)])
    else:
        text = "\n".join(re.findall(r"//.*", text))
    return frozenset(KEY.findall(" ".join(text.split()))) - TYPES


def test_references_resolve() -> None:
    """`Eq. (n) of [KEY]`: every KEY is an entry of docs/references.bib."""
    bibliography = (ROOT / "docs" / "references.bib").read_text(encoding="utf-8")
    known = set(re.findall(r"@\w+\{\s*([^,\s]+)\s*,", bibliography))
    missing = {
        f"{name(path)}: {key}"
        for path in [*PYTHON, *NATIVE, *TESTS]
        for key in cited_keys(path)
        if key not in known
    }
    assert not missing


def test_some_references_are_found_at_all() -> None:
    keys = frozenset().union(*(cited_keys(path) for path in PYTHON))
    assert any(key.startswith("Eisenstein") for key in keys)
