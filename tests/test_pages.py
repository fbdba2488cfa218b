"""Pages of docs/: each has its place on the site, its links lead somewhere, machines find it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from tools.pages import equations, picture
from tools.pages.links import anchors, faults, for_the_site, slug
from tools.pages.machines import index
from tools.pages.navigation import (
    BESIDE,
    DOCS,
    ROOT,
    first_paragraph,
    heading,
    lost_pages,
    navigation,
    sections,
    source,
)

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
PAGES += sorted(DOCS.rglob("*.md"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_every_page_has_its_place_on_the_site() -> None:
    lost = lost_pages()
    assert not lost, (
        f"No reader finds {sorted(lost)}: add each, or its folder with a slash at the end, to a "
        "section of SECTIONS in tools/pages/navigation.py."
    )


def test_no_page_has_two_places() -> None:
    pages = [page for _, pages in sections() for page in pages]
    assert len(pages) == len(set(pages))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    assert list(faults(page)) == []


@pytest.mark.parametrize("page", [p for _, pages in sections() for p in pages])
def test_a_page_opens_with_a_heading_and_says_what_it_is(page: str) -> None:
    text = source(page).read_text(encoding="utf-8")
    assert heading(text), f"{page} needs a first line such as `# Title`"
    assert first_paragraph(text), f"{page} needs a paragraph that says what it is about"


def test_programs_find_every_page() -> None:
    listed = index()
    for _, pages in sections():
        for page in pages:
            assert f"]({page})" in listed


def test_the_navigation_names_every_page_once() -> None:
    def flat(entry: object) -> list[str]:
        if isinstance(entry, dict):
            entry = list(entry.values())
        return (
            [p for each in entry for p in flat(each)] if isinstance(entry, list) else [str(entry)]
        )

    assert sorted(flat(navigation())) == sorted(p for _, pages in sections() for p in pages)


def test_anchors_are_those_of_code_hosts() -> None:
    assert slug("What `C` is, and 2 more") == "what-c-is-and-2-more"
    assert anchors("# A b\n\n```\n# no\n```\n\n## A b\n") == {"a-b", "a-b_1"}


def test_a_link_out_of_the_folder_becomes_its_text_on_the_site() -> None:
    page = DOCS / "structures.md"
    made = for_the_site("[x](../src/a.py), [log](../CHANGELOG.md#b), `[y](z)`", page, page.name)
    assert made == "x, [log](CHANGELOG.md#b), `[y](z)`"


def test_a_link_that_leads_nowhere_is_named_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "page.md"
    broken.write_text("# A page\n\n[a](nowhere.md) [b](#no-heading) [c](#a-page)\n", "utf-8")
    found = list(faults(broken))
    assert len(found) == 2
    assert "nowhere.md" in found[0]
    assert "#no-heading" in found[1]


@pytest.mark.parametrize("name", picture.PICTURES)
def test_the_first_picture_is_what_the_models_answer(name: str) -> None:
    kept = (DOCS / "pictures" / name).read_text("utf-8")
    assert kept == picture.make(picture.PICTURES[name]), (
        "The answers or the drawing have changed. Look at the new picture: "
        "python -m tools.pages.picture"
    )
    assert len(kept) < 60_000


PAGES_OF_THE_SITE = [page for _, pages in sections() for page in pages]


@pytest.mark.parametrize("page", [p for p in PAGES_OF_THE_SITE if not p.startswith("design/")])
def test_a_page_says_what_to_read_next(page: str) -> None:
    end = source(page).read_text("utf-8").rstrip().rpartition("\n\n")[2]
    if page not in BESIDE:
        assert end.startswith("What to read next: "), f"{page} has to say that in its last line"
        assert "](" in end


def test_the_code_beside_an_equation_is_one_line_of_its_file() -> None:
    page = (DOCS / "equations.md").read_text("utf-8")
    rows = list(equations.rows(page))
    assert len(rows) == page.count("](../core") + page.count("](../src") > 40
    lost = [(file, code) for _, code, file in rows if len(equations.places(code, file)) != 1]
    assert not lost, f"These lines have moved or changed; mend docs/equations.md: {lost}"
    assert "losses.hpp, line " in equations.with_numbers(page)


@pytest.mark.parametrize(
    "part",
    ["The objective", "Constituents", "Factor graphs", "Losses", "Learners", "Scaled columns and"],
)
def test_a_part_of_the_equations_names_its_code(part: str) -> None:
    page = (DOCS / "equations.md").read_text("utf-8")
    text = page.partition(f"\n## {part}")[2].partition("\n## ")[0]
    assert list(equations.rows(text))


def test_every_public_name_is_in_the_reference() -> None:
    pages = "".join(p.read_text("utf-8") for p in (DOCS / "reference").glob("*.md"))
    shown = set(re.findall(r"^::: linguine(?:\.\w+)*\.(\w+)$", pages, re.M))
    listed = set(re.findall(r"`(?:\w+\.)*(\w+)`", (DOCS / "reference" / "README.md").read_text()))
    rooms = ("", ".data", ".features", ".inference", ".learning", ".kernels", ".model", ".reports",
             ".lab", ".compat.crfsuite", ".compat.fasttext")  # fmt: skip
    public = {each for room in rooms for each in import_module(f"linguine{room}").__all__}
    public -= {"__version__"}
    assert public <= shown
    assert shown <= listed
