'use strict';
// The items of a report: unpacked from the page, filtered, drawn a page at a time.
(async () => {
  const at = (id) => document.getElementById(id);
  const packed = at('packed');
  if (!packed) return;
  const status = at('count');
  if (!('DecompressionStream' in window)) {
    status.textContent = 'This browser is too old to unpack the list (it lacks DecompressionStream).';
    return;
  }
  const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const all = JSON.parse(await new Response(stream).text());
  const n = all.texts.length;
  const folded = all.texts.map((text) => text.toLowerCase());
  const PAGE = 25;
  let found = [];
  let shown = 0;

  const value = (id) => (at(id) ? at(id).value : '');
  const make = (name, kind, text) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const has = (column, i, wanted) =>
    wanted === '' || (wanted === '-1' ? !all[column][i].length : all[column][i].includes(+wanted));
  const isPair = Boolean(all.predicted2 || all.said2);
  const named = (codes) => codes.map((code) => all.names[code]).join(', ') || '(none)';
  const gold = (i) => (all.told ? all.told[i] : named(all.gold[i]));
  const said = (i, which) =>
    all['said' + which] ? all['said' + which][i] : named(all['predicted' + which][i]);

  // Words that were looked for are marked; the rest is plain text.
  const mark = (into, text, word) => {
    const low = text.toLowerCase();
    let end = 0;
    if (word && low.length === text.length) {
      let left = 200;
      for (let i = low.indexOf(word); i >= 0 && left > 0; i = low.indexOf(word, end), left--) {
        into.append(text.slice(end, i), make('mark', 'found', text.slice(i, i + word.length)));
        end = i + word.length;
      }
    }
    into.append(text.slice(end));
  };

  const draw = (i, word) => {
    const bits = isPair ? [all.right[i] & 1, all.right[i] >> 1] : [all.right[i]];
    const row = make('li', bits[0] ? 'right' : 'wrong');
    const head = make('p', 'gold');
    head.append(make('span', 'place', `${all.place} ${all.lines[i]}`), ' ');
    const tell = (title, words, sure) => {
      const told = make('span', 'said', `${title} `);
      const name = make('b', '', words);
      name.dir = 'auto';
      told.append(name);
      if (sure) told.append(` ${(sure[i] / 10).toFixed(1)} %`);
      head.append(told, ' ');
    };
    const verdict = (isRight, letter) => {
      const told = make('span', 'verdict', `${letter}${all.verdicts[isRight ? 0 : 1]}`);
      told.classList.add(isRight ? 'yes' : 'no');
      return told;
    };
    tell('right:', gold(i));
    tell(isPair ? 'A:' : 'answered:', said(i, ''), all.sure);
    if (isPair) tell('B:', said(i, '2'), all.sure2);
    const verdicts = make('span', 'verdicts');
    verdicts.append(verdict(bits[0], isPair ? 'A ' : ''));
    if (isPair) verdicts.append(' ', verdict(bits[1], 'B '));
    head.append(verdicts);
    const text = make('p', 'text');
    text.dir = 'auto';
    mark(text, all.texts[i], word);
    row.append(head, text);
    return row;
  };

  const more = () => {
    const word = value('find').trim().toLowerCase();
    const next = found.slice(shown, shown + PAGE);
    at('list').append(...next.map((i) => draw(i, word)));
    shown += next.length;
    at('more').hidden = shown >= found.length;
    at('more').textContent = `show ${Math.min(PAGE, found.length - shown)} more`;
  };

  const orders = {
    worst: (i, j) => (all.right[i] & 1) - (all.right[j] & 1) || (all.rank ? all.rank[i] - all.rank[j] : i - j),
    sure: (i, j) => all.sure[j] - all.sure[i] || i - j,
    unsure: (i, j) => all.sure[i] - all.sure[j] || i - j,
  };
  const filter = () => {
    const word = value('find').trim().toLowerCase();
    const kind = value('kind');
    const kinds = kind.split(',').map(Number);
    const wanted = ['gold', 'predicted', 'predicted2'].filter((name) => value(name) !== '');
    const differ = (i) => said(i, '') !== said(i, '2');
    const low = 10 * parseFloat(value('low') || '0');
    const high = 10 * parseFloat(value('high') || '100');
    found = [];
    for (let i = 0; i < n; i++) {
      if (kind === 'differ' ? !differ(i) : kind !== '' && !kinds.includes(all.right[i])) continue;
      if (all.sure && (all.sure[i] < low || all.sure[i] > high)) continue;
      if (!wanted.every((name) => has(name, i, value(name)))) continue;
      if (word && !folded[i].includes(word)) continue;
      found.push(i);
    }
    if (orders[value('order')]) found.sort(orders[value('order')]);
    const count = found.length;
    status.textContent = `${count.toLocaleString('en')} of ${n.toLocaleString('en')}`;
    at('list').replaceChildren();
    shown = 0;
    more();
  };

  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  };
  const form = at('filters');
  form.hidden = false;
  form.addEventListener('input', soon);
  form.addEventListener('reset', soon);
  form.addEventListener('submit', (event) => event.preventDefault());
  at('more').addEventListener('click', () => {
    const next = at('list').children.length;
    more();
    const row = at('list').children[next];
    if (row) { row.tabIndex = -1; row.focus({ preventScroll: true }); }
  });
  // A number of the confusion matrix shows its texts.
  for (const link of document.querySelectorAll('a[data-kind]')) {
    link.addEventListener('click', () => {
      form.reset();
      at('kind').value = link.dataset.kind;
      soon();
    });
  }
  for (const link of document.querySelectorAll('a[data-gold]')) {
    link.addEventListener('click', () => {
      form.reset();
      const last = +link.dataset.predicted;
      at('gold').value = link.dataset.gold;
      at('predicted').value = last < all.names.length ? String(last) : '-1';
      soon();
    });
  }
  filter();
})();
