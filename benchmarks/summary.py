"""summary.md of a run: medians with intervals, and never a time without its accuracy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.rows import Group, Row, group

OURS = "linguine"


def summarize(rows: Sequence[Row], failures: Sequence[str], title: str) -> str:
    groups = group(rows)
    parts = [f"# {title}", ""]
    if failures:
        parts += ["## Failed", "", *[f"- {failure}" for failure in failures], ""]
    for suite, section in (
        ("classify", _classify),
        ("threads", _threads),
        ("sparsity", _sparsity),
    ):
        members = [member for member in groups if member.suite == suite]
        if members:
            parts += [f"## {suite}", "", *section(members), ""]
    return "\n".join(parts).rstrip() + "\n"


def _classify(groups: list[Group]) -> list[str]:
    return [
        "### linguine beside each rival",
        "",
        "*Ratio*: their seconds of `fit` over ours, above 1 where linguine is faster; median of",
        "the repeats and its interval. *F*: our objective relative to theirs, below 0 where ours",
        "is lower. *Memory*: our peak over theirs, and what our fit added to what was resident",
        "over what theirs added.",
        "",
        *_table(_PAIR, (_pair_line(*pair) for pair in _pairs(groups))),
        "",
        "### Every fit",
        "",
        "*F above best*: relative to the lowest objective that anybody reached on the case.",
        "",
        *_table(_FIT, (_fit_line(member, groups) for member in groups)),
    ]


_PAIR = (
    "case",
    "linguine",
    "rival",
    "ours, s",
    "theirs, s",
    "ratio",
    "our accuracy",
    "theirs",
    "F",
    "peak memory",
    "added memory",
)
_FIT = (
    "case",
    "rival",
    "setting",
    "seconds",
    "accuracy",
    "F above best",
    "iterations",
    "peak MB",
    "added MB",
    "warnings",
)


def _pairs(groups: list[Group]) -> Iterator[tuple[Group, Group]]:
    """Every setting of linguine with every setting of every rival on the same case."""
    for ours in groups:
        for theirs in groups:
            if ours.rival == OURS and theirs.rival != OURS and ours.case == theirs.case:
                yield ours, theirs


def _pair_line(ours: Group, theirs: Group) -> list[str]:
    our_f, their_f = ours.typical("objective"), theirs.typical("objective")
    return [
        ours.case,
        ours.setting,
        f"{theirs.rival}, {theirs.setting}",
        ours.time.show(),
        theirs.time.show(),
        theirs.times_slower_than(ours).show(),
        _share(ours.typical("accuracy")),
        _share(theirs.typical("accuracy")),
        "-" if our_f is None or their_f is None else f"{(our_f - their_f) / abs(their_f):+.1e}",
        _ratio(ours.typical("peak_memory_mb"), theirs.typical("peak_memory_mb")),
        _ratio(ours.own_memory_mb, theirs.own_memory_mb),
    ]


def _fit_line(member: Group, groups: list[Group]) -> list[str]:
    return [
        member.case,
        f"{member.rival} {member.version}",
        member.setting,
        member.time.show(),
        _share(member.typical("accuracy")),
        _above_best(member, groups),
        _number(member.typical("iterations")),
        _number(member.typical("peak_memory_mb")),
        _number(member.own_memory_mb),
        str(member.warnings),
    ]


def _threads(groups: list[Group]) -> list[str]:
    lines = [
        "One thread against two. *Same bits*: the weights of every repeat have the same digest.",
        "",
    ]
    header = ("case", "setting", "1 thread, s", "2 threads, s", "gain", "same bits", "accuracy")
    pairs = []
    for two in groups:
        one = next((g for g in groups if _key(g) == _key(two) and g.threads < two.threads), None)
        if one is not None:
            pairs.append((one, two))
    return lines + _table(
        header,
        (
            [
                two.case,
                two.setting,
                one.time.show(),
                two.time.show(),
                one.times_slower_than(two).show(),
                "yes" if _digests(one) == _digests(two) else "NO",
                _share(two.typical("accuracy")),
            ]
            for one, two in pairs
        ),
    )


def _sparsity(groups: list[Group]) -> list[str]:
    lines = ["*Points*: accuracy against the best L2 of the same data set.", ""]
    header = ("case", "rival", "setting", "zeros", "accuracy", "points", "F above best", "seconds")
    table = []
    for member in groups:
        data = member.case.split("/")[0]
        l2 = max(
            (g.typical("accuracy") or 0.0 for g in groups if g.case == f"{data}/logistic-l2"),
            default=0.0,
        )
        accuracy = member.typical("accuracy") or 0.0
        table.append(
            [
                member.case,
                f"{member.rival} {member.version}",
                member.setting,
                _share(member.typical("zeros")),
                _share(accuracy),
                f"{100 * (accuracy - l2):+.2f}" if l2 else "-",
                _above_best(member, groups),
                member.time.show(),
            ]
        )
    return lines + _table(header, table)


def _key(member: Group) -> tuple[str, str, str]:
    return member.case, member.rival, member.setting


def _digests(member: Group) -> list[str]:
    return [row["digest"] for row in sorted(member.rows, key=lambda row: int(row["repeat"]))]


def _above_best(member: Group, groups: list[Group]) -> str:
    value = member.typical("objective")
    if value is None:
        return "-"
    best = min(
        min(g.values("objective"))
        for g in groups
        if g.case == member.case and g.values("objective")
    )
    return f"{(value - best) / abs(best):.1e}"


def _ratio(ours: float | None, theirs: float | None) -> str:
    return f"{ours / theirs:.2f}" if ours is not None and theirs else "-"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f} %"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> list[str]:
    rule = "|" + "---|" * len(header)
    return [_line(header), rule, *[_line(cells) for cells in lines]]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
