"""The frame and the look of a page of HTML: light and dark, on screens and on paper."""

from __future__ import annotations

__all__ = ["COLORS", "DARK", "LIGHT", "PAGE", "STYLE"]

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="$policy">
<title>$title</title>
<style>
$style</style>
</head>
<body>
$lead<main id="content">
<h1>$title</h1>
$body
</main>
<footer>made by linguine</footer>
$script</body>
</html>
"""

# Text on a full tint keeps a contrast above 4.5 in both schemes.
COLORS = """\
:root {
  --page: #f6f5f1; --card: #ffffff; --ink: #1d2126; --quiet: #62686f; --rule: #ebe9e3;
  --for: 96 156 232; --against: 240 152 80; --for-line: 31 98 181; --against-line: 176 80 12;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1d2125; --ink: #e8e6e1; --quiet: #9aa1a8; --rule: #2c3136;
    --for: 36 96 176; --against: 160 78 20; --for-line: 122 178 245; --against-line: 242 162 92;
  }
}
"""

#: The same, written out for drawings, which are also read by programs without variables.
LIGHT = {
    "card": "#ffffff", "ink": "#1d2126", "quiet": "#62686f", "for": "#1f62b5",
    "against": "#b0500c",
}  # fmt: skip
DARK = {
    "card": "#1d2125", "ink": "#e8e6e1", "quiet": "#9aa1a8", "for": "#7ab2f5",
    "against": "#f2a25c",
}  # fmt: skip

STYLE = (
    COLORS
    + """\
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 1rem; }
footer { text-align: center; color: var(--quiet); font-size: .8rem; padding: 1rem 0 2.5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .75rem; }
h2, h3 {
  font-size: 1.3rem; margin: 0; display: flex; flex-wrap: wrap; gap: 0 .7rem;
  align-items: baseline;
}
.legend { color: var(--quiet); font-size: .9rem; margin: 0 0 1.75rem; max-width: 46rem; }
.legend mark { margin-right: .35rem; }
.card {
  background: var(--card); border: 1px solid var(--rule); border-radius: 14px;
  padding: 1.5rem 1.6rem 1.3rem; margin: 0 0 1.5rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 6px 20px rgb(0 0 0 / .035);
}
.label {
  color: rgb(var(--for-line)); overflow-wrap: anywhere;
  text-decoration: underline 2px; text-underline-offset: .22em;
}
.label.other { color: rgb(var(--against-line)); text-decoration-style: dotted; font-weight: 600; }
.probability { color: var(--quiet); font-weight: 400; font-size: 1.05rem; }
.against-line { margin: .3rem 0 0; color: var(--quiet); font-size: .9rem; }
.text {
  font-size: 1.2rem; line-height: 2; margin: 1.1rem 0 1.3rem; white-space: pre-wrap;
  overflow-wrap: anywhere;
}
mark {
  color: var(--ink); border-radius: 4px; padding: .1em .16em; margin: 0 -.03em;
  position: relative;
}
mark.for {
  background: rgb(var(--for) / calc(.08 + .92 * var(--t)));
  border-bottom: 2px solid rgb(var(--for-line) / calc(.3 + .7 * var(--t)));
}
mark.against {
  background: rgb(var(--against) / calc(.08 + .92 * var(--t)));
  border-bottom: 2px dotted rgb(var(--against-line) / calc(.4 + .6 * var(--t)));
}
mark[data-tip] { cursor: help; }
mark[data-tip]:hover::after, mark[data-tip]:focus::after {
  content: attr(data-tip); position: absolute; left: 0; top: calc(100% + 7px); z-index: 2;
  background: var(--ink); color: var(--card); border-radius: 8px; padding: .5rem .7rem;
  font: .82rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  white-space: pre; box-shadow: 0 6px 24px rgb(0 0 0 / .22); pointer-events: none;
}
:focus-visible { outline: 2px solid rgb(var(--for-line)); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; color: var(--quiet); font-size: .82rem; padding-bottom: .35rem; }
th, td { padding: .28rem .6rem .28rem 0; text-align: left; border-top: 1px solid var(--rule); }
thead th { border-top: 0; color: var(--quiet); font-weight: 500; font-size: .82rem; }
tbody th { font-weight: 400; }
tfoot th, tfoot td { border-top: 2px solid var(--rule); font-weight: 600; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code {
  font: .94em ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; background: rgb(128 128 128 / .11); border-radius: 4px;
  padding: .08em .3em;
}
.unseen { color: var(--quiet); font-size: .78rem; }
td.bar { width: 34%; padding-right: 0; }
td.bar i { display: block; height: .7rem; min-width: 2px; }
tr.for td.bar i {
  margin-left: 50%; width: calc(.5 * var(--w)); border-radius: 0 3px 3px 0;
  background: rgb(var(--for)); box-shadow: -2px 0 rgb(var(--for-line));
}
tr.against td.bar i {
  margin-left: calc(50% - .5 * var(--w)); width: calc(.5 * var(--w)); border-radius: 3px 0 0 3px;
  background: repeating-linear-gradient(
    -45deg, rgb(var(--against)) 0 5px, rgb(var(--against) / .62) 5px 8px);
  box-shadow: 2px 0 rgb(var(--against-line));
}
.one-sided td.bar { width: 45%; }
.one-sided tr td.bar i {
  margin-left: 2px; width: calc(var(--w) - 2px); border-radius: 0 3px 3px 0;
}
details { margin-top: .6rem; }
summary { cursor: pointer; color: var(--quiet); font-size: .88rem; padding: .25rem 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); gap: 1.25rem; }
.grid .card { margin: 0; }
.grid table { margin-top: .8rem; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.2rem; margin: 0 0 1.75rem; }
.facts dt { color: var(--quiet); font-size: .8rem; }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.hidden { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
@media (max-width: 40rem) {
  .grid { grid-template-columns: 1fr; }
  .card { padding: 1.1rem 1rem; }
  td.bar { width: 22%; }
}
@media print {
  body { background: #fff; }
  .card { box-shadow: none; break-inside: avoid; }
  mark, td.bar i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
)
