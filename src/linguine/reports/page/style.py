"""What a report looks like beyond other pages: its contents, tiles, tables of tints, the list."""

from __future__ import annotations

from linguine.reports.constituents.drawing import CONSTITUENT_STYLE
from linguine.reports.judging.curve_picture import CURVE_STYLE
from linguine.reports.tags.page import SPAN_STYLE
from linguine.reports.trees.drawing import TREE_STYLE

__all__ = ["REPORT_STYLE"]

REPORT_STYLE = (
    TREE_STYLE
    + CONSTITUENT_STYLE
    + SPAN_STYLE
    + CURVE_STYLE
    + """\
html { scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
a { color: rgb(var(--for-line)); }
.skip { position: absolute; left: .5rem; top: -4rem; z-index: 9; background: var(--card);
  padding: .6rem 1rem; border-radius: 0 0 10px 10px; }
.skip:focus { top: 0; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents a { display: block; padding: .3rem .7rem; border-radius: 8px; color: var(--quiet);
  text-decoration: none; font-size: .92rem; }
.contents a:hover, .contents a:focus-visible { color: var(--ink); background: var(--rule); }
.subtitle { color: var(--quiet); font-size: 1.1rem; margin: -.4rem 0 0; overflow-wrap: anywhere; }
h1 { overflow-wrap: anywhere; font-size: 2rem; }
section { margin: 2.6rem 0 0; }
section > h2 { font-size: 1.45rem; margin: 0 0 .35rem; letter-spacing: -.01em; }
.about { color: var(--quiet); font-size: .92rem; margin: 0 0 .9rem; max-width: 46rem; }
h3 { font-size: 1.15rem; }
.card .text { max-height: 24rem; overflow-y: auto; font-size: 1.06rem; line-height: 1.8; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem;
  margin: .8rem 0 1.6rem; }
.tile { background: var(--card); border: 1px solid var(--rule); border-radius: 14px;
  padding: 1rem 1.1rem 1.1rem; }
.tile:first-child { grid-row: span 1; border-color: rgb(var(--for-line) / .55); }
.tile dt { color: var(--quiet); font-size: .85rem; }
.tile dd { margin: 0; font-size: 2rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.25;
  font-variant-numeric: tabular-nums; }
.ends { display: block; font-size: .82rem; font-weight: 400; color: var(--quiet);
  letter-spacing: 0; line-height: 1.5; }
.track { display: block; position: relative; height: .5rem; border-radius: .25rem;
  background: var(--rule); margin-top: .5rem; min-width: 5rem; overflow: hidden; }
.track i, .track b { position: absolute; top: 0; bottom: 0; }
.track i { left: 0; width: var(--at); background: rgb(var(--for) / .75); }
.track b { left: var(--low); width: max(3px, calc(var(--high) - var(--low)));
  background: rgb(var(--for-line)); }
.track.against i { background: repeating-linear-gradient(-45deg, rgb(var(--against)) 0 5px,
  rgb(var(--against) / .62) 5px 8px); }
.track.against b { background: rgb(var(--against-line)); }
td .track + .track { margin-top: 3px; }
td .ends { font-weight: 400; }
td.so { white-space: nowrap; }
.card > p:first-child { margin-top: 0; }
td .track { margin: 0; }
.quiet { color: var(--quiet); }
.scroll { overflow-x: auto; }
.facts { margin: 0 0 1.1rem; }
table.scores td.bar { width: 22%; min-width: 6rem; padding-right: .8rem; }
table.heat { width: auto; min-width: min(22rem, 100%); }
section > h3 { margin: 1.4rem 0 .7rem; }
table.heat th, table.heat td { padding: .45rem .6rem; border: 1px solid var(--rule); }
table.heat td { text-align: right; font-variant-numeric: tabular-nums; min-width: 3.2rem;
  color: var(--quiet); }
table.heat th { max-width: 12rem; overflow-wrap: anywhere; font-size: .85rem; }
/* Names of rows are never broken letter by letter, however many columns want room. */
table.heat tr > th:first-child { min-width: 6rem; overflow-wrap: break-word; }
@media (min-width: 42rem) { table.heat tr > th:first-child { min-width: 12rem; } }
table.heat.small tr > th:first-child { min-width: 5rem; }
table.heat td.for { background: rgb(var(--for) / calc(.06 + .94 * var(--t))); }
table.heat td.against { background: rgb(var(--against) / calc(.06 + .94 * var(--t))); }
table.heat td a { color: var(--ink); display: block; text-decoration: none; }
table.heat td a:hover, table.heat td a:focus-visible { text-decoration: underline; }
table.heat td b { font-weight: 400; color: var(--ink); }
table.heat.small th, table.heat.small td { padding: .3rem .4rem; min-width: 2.6rem;
  font-size: .82rem; }
td.bars { width: 40%; min-width: 6rem; padding-right: 0; }
td.bars i { display: block; height: .42rem; min-width: 2px; width: var(--w); margin: 1px 0; }
td.bars i.gold { background: var(--quiet); opacity: .55; }
td.bars i.for { background: rgb(var(--for)); }
td.bars i.against { background: repeating-linear-gradient(-45deg, rgb(var(--against)) 0 5px,
  rgb(var(--against) / .62) 5px 8px); }
.finding { border-top: 1px solid var(--rule); padding: .7rem 0; }
.finding p { margin: 0; overflow-wrap: anywhere; }
.places { margin: .2rem 0 0; padding: 0 0 0 1.1rem; font-size: .92rem; overflow-wrap: anywhere; }
.card > h3, .card > h4 { margin: 0 0 .6rem; }
.model h3, .model h4 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
.model > h3:first-child { font-size: 1.15rem; margin: 0 0 .6rem; }
.model p, .model ul { margin: 0 0 .3rem; max-width: 46rem; overflow-wrap: anywhere; }
.model ul { padding-left: 1.2rem; }
.model .facts { margin: 1.1rem 0; gap: .8rem 2.2rem; }
.model .facts dd { font-weight: 400; }
.beside { display: grid; grid-template-columns: minmax(0, 26rem) minmax(0, 1fr); gap: 1.2rem 2.4rem;
  align-items: start; }
.beside p { margin: 0 0 .7rem; }
.two { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.6rem; }
.two h4 { margin: .4rem 0; font-size: .95rem; overflow-wrap: anywhere; }
.two .text { max-height: 16rem; font-size: .98rem; line-height: 1.65; margin: .6rem 0; }
.two header h5, .two h5 { font-size: 1rem; margin: 0; }
h5 { margin: 0; display: flex; flex-wrap: wrap; gap: 0 .7rem; align-items: baseline; }
.models { list-style: none; margin: .6rem 0 1rem; padding: 0; display: flex; flex-wrap: wrap;
  gap: .3rem 2rem; overflow-wrap: anywhere; }
.letter { display: inline-block; min-width: 1.6rem; text-align: center; border-radius: 6px;
  border-bottom: 2px solid; margin-right: .3rem; }
.letter.for { background: rgb(var(--for) / .35); border-color: rgb(var(--for-line)); }
.letter.against { background: rgb(var(--against) / .35); border-bottom-style: dotted;
  border-color: rgb(var(--against-line)); }
.axis { margin: 0 0 .5rem; color: var(--quiet); font-size: .82rem; }
.beside .axis { margin: 0 0 .5rem; }
.axis.across { text-align: right; margin: 0; }
.plot { position: relative; height: 17rem; margin: 0 .9rem 1.7rem 3.6rem; }
.square .plot { height: auto; aspect-ratio: 1; max-height: 22rem; max-width: 22rem; }
.plot svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.plot path { fill: none; vector-effect: non-scaling-stroke; }
.plot .grid { stroke: var(--rule); stroke-width: 1px; }
.plot .line { stroke-width: 2.5px; stroke-linejoin: round; }
.plot .line.thin { stroke-width: 1.5px; opacity: .7; }
.plot .point { stroke-width: 9px; stroke-linecap: round; }
.plot .point.small { stroke-width: 5px; opacity: .5; }
.plot .for { stroke: rgb(var(--for-line)); }
.plot .against { stroke: rgb(var(--against-line)); }
.plot .line.against { stroke-dasharray: 7 3; }
.plot .quiet { stroke: var(--quiet); stroke-width: 1.5px; }
.plot .dashed { stroke-dasharray: 4 4; }
.plot .band { stroke: none; }
.plot .band.for { fill: rgb(var(--for) / .25); }
.plot .band.against { fill: rgb(var(--against) / .25); }
.plot .bar { stroke: none; fill: rgb(var(--for) / .3); }
.up, .along { position: absolute; color: var(--quiet); font-size: .78rem; line-height: 1;
  white-space: nowrap; font-variant-numeric: tabular-nums; }
.up { right: calc(100% + .5rem); transform: translateY(50%); }
.along { top: calc(100% + .5rem); transform: translateX(-50%); }
.drawing { margin: 0 0 .9rem; }
.drawing h4, .drawing h5, .drawing h6 { font-size: .9rem; color: var(--quiet); font-weight: 500;
  margin: 0 0 .2rem; }
.drawing .text { margin: 0; font-size: 1rem; max-height: none; }
.drawing svg { display: block; margin: 0 auto; }
.legend-list { list-style: none; margin: 0 0 .8rem; padding: 0; font-size: .9rem; }
.legend-list li { display: flex; gap: .6rem; align-items: center; overflow-wrap: anywhere; }
.swatch { flex: none; width: 1.6rem; height: 0; border-top: 3px solid; }
.swatch.for { border-color: rgb(var(--for-line)); }
.swatch.against { border-color: rgb(var(--against-line)); border-top-style: dashed; }
.swatch.quiet { border-color: var(--quiet); border-top: 2px dashed; }
.swatch.amount { height: .8rem; border: 0; background: rgb(var(--for) / .3); }
.gold { margin: 0 0 .5rem; display: flex; flex-wrap: wrap; gap: .1rem 1rem; font-size: .92rem;
  align-items: baseline; }
.said { color: var(--quiet); overflow-wrap: anywhere; }
.said b { color: var(--ink); }
.place { color: var(--quiet); font-size: .82rem; overflow-wrap: anywhere; }
.filters { display: flex; flex-wrap: wrap; gap: .7rem .9rem; align-items: end; }
.filters[hidden] { display: none; }
.filters label { display: flex; flex-direction: column; gap: .2rem; font-size: .82rem;
  color: var(--quiet); min-width: 0; }
.filters .wide { flex: 1 1 100%; }
.percent { display: flex; align-items: center; gap: .3rem; }
input, select, button { font: inherit; font-size: .95rem; color: var(--ink); min-width: 0;
  max-width: 100%; background: var(--page); border: 1px solid var(--quiet); border-radius: 9px;
  padding: .45rem .65rem; }
input[type="number"] { width: 5.2rem; }
button { cursor: pointer; }
button:hover { background: var(--rule); }
.items { list-style: none; margin: 0; padding: 0; }
.items li { border-top: 1px solid var(--rule); padding: .8rem 0 .7rem; }
.items .text { font-size: 1rem; line-height: 1.55; margin: 0; max-height: 14rem; }
.verdicts { margin-left: auto; white-space: nowrap; }
.verdict { font-size: .78rem; border-radius: 99px; padding: .02rem .6rem; }
.verdict.yes { border: 1px solid rgb(var(--for-line)); color: rgb(var(--for-line)); }
.verdict.no { border: 1px dashed rgb(var(--against-line)); color: rgb(var(--against-line)); }
mark.found { background: rgb(var(--against) / .55); padding: 0; margin: 0; }
#count { color: var(--quiet); font-size: .9rem; margin: 1rem 0 .3rem; }
@media (min-width: 72rem) {
  .contents { position: fixed; left: 0; top: 0; bottom: 0; width: 13.5rem; overflow-y: auto;
    padding: 2.6rem 1rem 1rem 1.2rem; border-right: 1px solid var(--rule); }
  main, footer { margin-left: max(13.5rem, calc(50vw - 28rem)); margin-right: auto;
    max-width: 62rem; }
}
@media (max-width: 71.99rem) {
  .contents { border-bottom: 1px solid var(--rule); padding: .5rem .8rem; }
  .contents ul { display: flex; flex-wrap: wrap; gap: .1rem; }
}
@media (max-width: 48rem) {
  .beside, .two { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 40rem) {
  h1 { font-size: 1.5rem; }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; }
  .tile { padding: .7rem .8rem .8rem; }
  .tile dd { font-size: 1.5rem; }
  .contents a { padding: .5rem .6rem; }
}
@media print {
  .contents, .filters, .skip, #more { display: none; }
  .card .text { max-height: none; }
  .tile, .items li { break-inside: avoid; }
  .track i, .track b, table.heat td, td.bars i { print-color-adjust: exact; }
}
"""
)
