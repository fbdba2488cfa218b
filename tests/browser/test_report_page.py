"""Reports in a real browser: whole, quiet, narrow and wide, light and dark, without a mouse."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from linguine.reports.html import make_page
from linguine.reports.page.parts import heat_table
from linguine.reports.page.style import REPORT_STYLE

from .chromium import Chromium, Tab

PHONE, DESK = 390, 1280
KINDS = ("crooked", "desk", "pair", "scores", "brackets", "tags", "trees")
SECTIONS = {
    "crooked": "summary data scores confusion calibration curve weights errors items card",
    "desk": "summary data scores confusion calibration coverage curve weights errors items card",
    "pair": "versus data scores calibration changes items card",
    "scores": "summary data numbers curve weights errors items card",
    "brackets": "summary data scores curve errors items card",
    "tags": "summary data scores confusion calibration coverage curve weights transitions errors "
    "items card",
    "trees": "summary data scores confusion calibration coverage curve errors items card",
}

#: The least contrast of any text with what is behind it, and whose; large text needs less.
CONTRAST = """(() => {
  const parse = (color) => {
    const found = color.match(/[\\d.]+/g).map(Number);
    return [found[0], found[1], found[2], found.length > 3 ? found[3] : 1];
  };
  const over = (top, below) =>
    [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3])).concat(1);
  const light = (color) => {
    const [r, g, b] = color.map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    if (!element) return [255, 255, 255, 1];
    const color = parse(getComputedStyle(element).backgroundColor);
    return color[3] === 1 ? color : over(color, ground(element.parentElement));
  };
  let least = [99, ''];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !element.checkVisibility() || element.closest('svg, .hidden, .skip')) continue;
    const style = getComputedStyle(element);
    const below = ground(element);
    const [a, b] = [light(over(parse(style.color), below)), light(below)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700);
    const scaled = isLarge ? ratio * 1.5 : ratio;
    if (scaled < least[0]) least = [scaled, element.outerHTML.slice(0, 200)];
  }
  return least;
})()"""


def open_page(browser: Chromium, page: Path, width: int = DESK, *, dark: bool = False) -> Tab:
    tab = browser.open(page, width=width, dark=dark)
    tab.until("document.getElementById('count').textContent")
    return tab


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("width", "dark"), [(PHONE, True), (DESK, False)], ids=["phone", "desk"])
def test_a_page_is_whole_and_complains_of_nothing(
    browser: Chromium, pages: dict[str, Path], kind: str, width: int, dark: bool
) -> None:
    tab = open_page(browser, pages[kind], width, dark=dark)
    assert tab.errors() == []
    assert tab.run("document.documentElement.scrollWidth") <= width
    shown = tab.run(
        "[...document.querySelectorAll('section')].filter((e) => e.offsetHeight > 60)"
        ".map((e) => e.id)"
    )
    assert shown == SECTIONS[kind].split()
    links = tab.run("[...document.querySelectorAll('nav a')].map((e) => e.hash.slice(1))")
    assert links == shown
    # lines on a canvas of the right scheme
    ground = tab.run("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) < 3 * 64) is dark
    least, where = tab.run(CONTRAST)
    assert least >= 4.5, where
    tab.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_can_be_heard(browser: Chromium, pages: dict[str, Path], kind: str) -> None:
    tab = open_page(browser, pages[kind])
    counts = tab.run(
        "['main', 'nav', 'footer', 'h1'].map((e) => document.querySelectorAll(e).length)"
    )
    assert counts == [1, 1, 1, 1]
    levels = tab.run(
        "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((e) => +e.tagName[1])"
    )
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert tab.run("[...document.querySelectorAll('table')].every((e) => e.caption)")
    assert tab.run(
        "[...document.querySelectorAll('input, select')].every((e) => e.labels.length === 1)"
    )
    assert tab.run(
        "[...document.querySelectorAll('svg')].every((e) => e.getAttribute('aria-label'))"
    )
    # Whatever can be scrolled can be reached by keys, and has a name.
    assert tab.run(
        "[...document.querySelectorAll('.scroll')]"
        ".every((e) => e.tabIndex === 0 && e.getAttribute('aria-label'))"
    )
    ids = tab.run("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    tab.close()


def count(tab: Tab) -> str:
    return str(tab.run("document.getElementById('count').textContent"))


def wait_for_count(tab: Tab, wanted: str) -> None:
    tab.until(f"document.getElementById('count').textContent === '{wanted}'")


def test_answers_are_found_and_filtered_by_keys_alone(
    browser: Chromium, pages: dict[str, Path]
) -> None:
    tab = open_page(browser, pages["crooked"])
    tab.press("Tab")
    assert tab.run("document.activeElement.className") == "skip"
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") != "none"
    while tab.run("document.activeElement.id") != "find":
        tab.press("Tab")
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert count(tab) == "20 of 20"
    tab.write("lunch at")
    wait_for_count(tab, "3 of 20")
    assert tab.run("document.querySelector('mark.found').textContent") == "lunch at"
    tab.press("Tab")  # right
    tab.write("sp")
    wait_for_count(tab, "1 of 20")
    for _ in range(20):
        if tab.run("document.activeElement.type") == "reset":
            break
        tab.press("Tab")
    tab.press("Enter")
    wait_for_count(tab, "20 of 20")
    tab.run("document.getElementById('kind').focus()")
    tab.write("w")
    tab.until("document.querySelectorAll('.verdict.yes').length === 0")
    assert tab.run("document.querySelectorAll('.verdict.no').length") == int(count(tab).split()[0])
    tab.run("document.getElementById('low').focus()")
    tab.write("101")
    wait_for_count(tab, "0 of 20")
    tab.close()


def test_a_number_of_the_confusion_matrix_shows_its_texts(
    browser: Chromium, pages: dict[str, Path]
) -> None:
    tab = open_page(browser, pages["crooked"])
    tab.run("document.querySelector('td.for a[data-gold]').focus()")
    wanted = tab.run("document.activeElement.textContent")
    tab.press("Enter")
    wait_for_count(tab, f"{wanted} of 20")
    assert tab.run("document.getElementById('gold').value") == "0"
    tab.close()


def test_what_only_one_of_two_models_has_right_can_be_listed(
    browser: Chromium, pages: dict[str, Path]
) -> None:
    tab = open_page(browser, pages["pair"])
    link = "a[data-kind='3']"
    wanted = tab.run(f'document.querySelector("{link}").textContent')
    tab.run(f'document.querySelector("{link}").focus()')
    tab.press("Enter")
    wait_for_count(tab, f"{wanted} of 20")
    shown = tab.run("[...document.querySelectorAll('#list .verdict')].map((e) => e.textContent)")
    assert set(shown) == {"A right", "B right"}
    tab.close()


def test_what_strangers_wrote_is_shown_and_never_obeyed(
    browser: Chromium, pages: dict[str, Path]
) -> None:
    for kind in ("crooked", "pair"):
        tab = open_page(browser, pages[kind])
        tab.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
        assert tab.run("window.broken === undefined")
        assert tab.run("document.querySelectorAll('img, iframe, link, object').length") == 0
        assert "</script>" in tab.run("document.getElementById('list').textContent")
        assert (
            tab.run(
                "/[\\u202a-\\u202e\\u2066-\\u2069\\u0007\\u001b]/.test(document.body.innerText)"
            )
            is False
        )
        assert tab.run("document.documentElement.scrollWidth") <= DESK
        assert pages[kind].stat().st_size < 1_500_000
        tab.close()


def test_more_answers_come_when_they_are_asked_for(
    browser: Chromium, pages: dict[str, Path]
) -> None:
    tab = open_page(browser, pages["desk"], PHONE)
    assert tab.run("document.querySelectorAll('#list > li').length") == 25
    tab.run("document.getElementById('more').focus()")
    tab.press("Enter")
    assert tab.run("document.querySelectorAll('#list > li').length") == 50
    assert tab.run("document.activeElement.tagName") == "LI"  # reading goes on where it stopped
    tab.close()


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_names_of_rows_stay_words_beside_twenty_columns(
    browser: Chromium, tmp_path: Path, width: int
) -> None:
    names = [f"comp.systems.{letter}" for letter in "abcdefghijklmnopqrst"] + ["x" * 80]
    table = heat_table(names, names, np.eye(21, dtype=np.int64), caption="c", corner="gold")
    path = tmp_path / "page.html"
    path.write_text(make_page("t", f"<section>{table}</section>", style=REPORT_STYLE))
    tab = browser.open(path, width=width)
    sizes = tab.run(
        "[...document.querySelectorAll('th[scope=row] > *, th[scope=row]')]"
        ".map((e) => [e.offsetHeight, e.offsetWidth])"
    )
    line = tab.run("parseFloat(getComputedStyle(document.querySelector('th[scope=row]')).fontSize)")
    assert len(sizes) >= 21
    assert all(height < 5 * line for height, _ in sizes[:20])
    assert all(w <= 16 * 12.5 for _, w in sizes)
    assert tab.run("document.documentElement.scrollWidth") <= width
