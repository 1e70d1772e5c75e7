// Charts as inline SVG: lines over time, and a heat map.

import {as, el, svg} from './page.js';

const HEIGHT = 178;
const MARGIN = {left: 46, right: 8, top: 10, bottom: 20};
const FIRST_WIDTH = 560;
const SLOTS = 8;
const DAY = 86400e3;
const MIN_RANGE = 2;
const slots = new Map();

/** The colour of a series. A tenant keeps its colour while the page is open. */
function slotOf(name, taken) {
  if (!slots.has(name) || taken.has(slots.get(name))) {
    let free = 1;
    while ((taken.has(free) || [...slots.values()].includes(free)) && free < SLOTS) {
      free++;
    }
    slots.set(name, free);
  }
  taken.add(slots.get(name));
  return slots.get(name);
}

/** Frees the colours of series that are no longer shown. */
export function onlySeries(names) {
  [...slots.keys()].filter((name) => !names.includes(name)).forEach((name) => slots.delete(name));
}

/**
 * A chart of lines.
 *
 * @param chart title, unit, format, millis, series (name and values, null where there is none),
 *     most, the top of the scale if it is fixed, or least, what the top is at least,
 *     marks, what happened when (millis, kind, text), and onRange(from, to), told what the reader
 *     drags over
 */
export function lineChart(chart) {
  const holder = el('div');
  const legend = el('ul', {class: 'legend'});
  const when = el('span');
  const figure = el('figure', {class: 'chart', 'data-chart': chart.title}, el('figcaption', {}, el('h3', {}, chart.title, ' ', el('span', {class: 'sub'}, chart.unit)), when), holder, legend);
  const taken = new Set();
  const series = chart.series.map((each) => ({...each, slot: chart.fixed ? taken.add(taken.size + 1).size : slotOf(each.name, taken)}));
  const show = (index) => {
    const last = index ?? chart.millis.length - 1;
    when.textContent = index === null || !chart.millis.length ? '' : [as.moment(chart.millis[last], chart.millis[chart.millis.length - 1] - chart.millis[0] > DAY / 3), ...near(chart, last)].join(' · ');
    legend.replaceChildren(...series.map((each) => legendEntry(each, each.values[last], chart.format)));
  };
  show(null);
  let width = FIRST_WIDTH;
  holder.append(drawn(chart, series, width, show));
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (now > 0 && now !== width) {
      width = now;
      holder.replaceChildren(drawn(chart, series, width, show));
    }
  }).observe(holder);
  return figure;
}

function legendEntry(each, value, format) {
  const known = typeof value === 'number';
  return el(
    'li', {},
    svg('svg', {viewBox: '0 0 22 8', 'aria-hidden': 'true'}, svg('path', {class: `k${each.slot}`, d: 'M0 4H22'})),
    `${each.name} `, el('b', {'data-series': each.name, 'data-value': known ? value : null}, known ? format(value) : '–'),
  );
}

/** What happened since the point before. */
function near(chart, index) {
  const since = chart.millis[index - 1] ?? -Infinity;
  const texts = (chart.marks ?? []).filter((mark) => mark.millis > since && mark.millis <= chart.millis[index]).map((mark) => mark.text);
  return texts.length > 1 ? [texts[0], `and ${texts.length - 1} more`] : texts;
}

/** Round numbers that divide a scale. */
function ticks(most) {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((x) => x * power).find((x) => x >= rough);
  const marks = [];
  for (let mark = 0; mark < most + step * 0.999; mark += step) {
    marks.push(mark);
  }
  return marks;
}

/** Of bytes, they are round in KB, MB or GB. */
function ticksOf(format, most) {
  const isBytes = format === as.bytes || format === as.bytesPerSecond;
  const unit = isBytes && most >= 1 ? 1024 ** Math.floor(Math.log(most) / Math.log(1024)) : 1;
  return ticks(most / unit).map((mark) => mark * unit);
}

function drawn(chart, series, width, show) {
  const inner = {w: width - MARGIN.left - MARGIN.right, h: HEIGHT - MARGIN.top - MARGIN.bottom};
  const greatest = Math.max(0, ...series.flatMap((each) => each.values.filter((v) => v !== null)));
  const marks = ticksOf(chart.format, chart.most ?? (Math.max(greatest, chart.least ?? 0) || 1));
  const top = chart.most ?? marks[marks.length - 1];
  const [first, last] = [chart.millis[0] ?? 0, chart.millis[chart.millis.length - 1] ?? 1];
  const x = (millis) => MARGIN.left + ((millis - first) / Math.max(1, last - first)) * inner.w;
  const y = (value) => MARGIN.top + (1 - Math.min(value, top) / top) * inner.h;
  const root = svg('svg', {viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, role: 'img', tabindex: 0, 'aria-label': summary(chart, series)});
  marks.filter((mark) => mark <= top).forEach((mark) => root.append(
    svg('line', {class: mark === 0 ? 'axis' : 'gridline', x1: MARGIN.left, x2: width - MARGIN.right, y1: y(mark), y2: y(mark)}),
    svg('text', {x: MARGIN.left - 6, y: y(mark) + 4, 'text-anchor': 'end'}, (chart.tick ?? chart.format)(mark)),
  ));
  timeMarks(first, last, inner.w).forEach((millis) => root.append(svg('text', {x: x(millis), y: HEIGHT - 4, 'text-anchor': 'middle'}, last - first > 2 * DAY ? as.day(millis) : as.minute(millis))));
  happened(root, chart.marks ?? [], first, last, x);
  series.forEach((each) => root.append(svg('path', {class: `series k${each.slot}`, 'data-series': each.name, 'data-points': each.values.filter((v) => v !== null).length, d: line(each.values, chart.millis, x, y)})));
  readable(root, chart, inner, x, show);
  return root;
}

/** The shape of each kind at the top of its line, so that colour is not all that tells them apart. */
const SHAPES = {PLAN: 'M-4 0H4L0 6Z', MODE: 'M-3.5 0H3.5V6H-3.5Z', FAULT: 'M-4 -1L4 7M-4 7L4 -1'};

/** A small picture of a kind of mark, for a legend. */
export const markSign = (kind) => svg('svg', {class: `mark ${kind}`, viewBox: '-5 -2 10 10', width: 10, height: 10, 'aria-hidden': 'true'}, svg('path', {d: SHAPES[kind]}));

function happened(root, marks, first, last, x) {
  marks.filter((mark) => mark.millis >= first && mark.millis <= last).forEach((mark) => root.append(svg(
    'g', {class: `mark ${mark.kind}`, 'data-mark': mark.kind, transform: `translate(${x(mark.millis).toFixed(1)} ${MARGIN.top})`},
    svg('line', {y1: 0, y2: HEIGHT - MARGIN.top - MARGIN.bottom}), svg('path', {d: SHAPES[mark.kind]}), svg('title', {}, `${as.clock(mark.millis)} ${mark.text}`),
  )));
}

function line(values, millis, x, y) {
  let d = '';
  let pen = 'M';
  values.forEach((value, i) => {
    if (value === null) {
      pen = 'M';
    } else {
      d += `${pen}${x(millis[i]).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
    }
  });
  return d;
}

function timeMarks(first, last, width) {
  const wanted = Math.max(2, Math.floor(width / 90));
  const step = [60e3, 120e3, 300e3, 600e3, 1800e3, 3600e3, 7200e3, 14400e3, 28800e3, DAY, 2 * DAY, 7 * DAY].find((each) => (last - first) / each <= wanted) ?? 30 * DAY;
  const marks = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
    marks.push(at);
  }
  return marks;
}

function summary(chart, series) {
  const last = chart.millis.length - 1;
  const latest = series.map((each) => `${each.name} ${typeof each.values[last] === 'number' ? chart.format(each.values[last]) : 'no figure'}`);
  return `${chart.title}, ${chart.unit}. Latest: ${latest.join(', ')}. Use the arrow keys for other times.`;
}

/** Whether the reader has the cursor on a chart in that element; then it should stay. */
export const isRead = (element) => element.querySelector('.cursor[visibility=visible]') !== null;

/**
 * Pointer and arrow keys move a cursor; the legend shows the figures there. Dragging, or the arrow keys with
 * the shift key and then Enter, chooses a range of time.
 */
function readable(root, chart, inner, x, show) {
  const cursor = svg('line', {class: 'cursor', y1: MARGIN.top, y2: MARGIN.top + inner.h, visibility: 'hidden'});
  const selection = svg('rect', {class: 'selection', y: MARGIN.top, height: inner.h, width: 0});
  root.append(selection, cursor);
  let index = null;
  let start = null;
  const draw = () => {
    const [from, to] = start === null || index === null ? [0, 0] : [x(chart.millis[Math.min(start, index)]), x(chart.millis[Math.max(start, index)])];
    selection.setAttribute('x', from);
    selection.setAttribute('width', to - from);
  };
  const choose = () => {
    const [from, to] = [Math.min(start ?? 0, index ?? 0), Math.max(start ?? 0, index ?? 0)];
    const chosen = start !== null && index !== null && to - from >= MIN_RANGE;
    start = null;
    draw();
    if (chosen) {
      moveTo(null);
      chart.onRange(chart.millis[from], chart.millis[to]);
    }
  };
  const moveTo = (to) => {
    index = to === null ? null : Math.max(0, Math.min(chart.millis.length - 1, to));
    cursor.setAttribute('visibility', index === null ? 'hidden' : 'visible');
    if (index !== null) {
      cursor.setAttribute('x1', x(chart.millis[index]));
      cursor.setAttribute('x2', x(chart.millis[index]));
    }
    show(index);
    draw();
  };
  const moveToPointer = (event) => {
    const box = root.getBoundingClientRect();
    const part = (event.clientX - box.left - MARGIN.left) / inner.w;
    const [first, last] = [chart.millis[0], chart.millis[chart.millis.length - 1]];
    const at = first + part * (last - first);
    let nearest = 0;
    chart.millis.forEach((each, i) => {
      nearest = Math.abs(each - at) < Math.abs(chart.millis[nearest] - at) ? i : nearest;
    });
    moveTo(nearest);
  };
  root.addEventListener('pointermove', moveToPointer);
  root.addEventListener('pointerleave', () => start === null && moveTo(null));
  root.addEventListener('blur', () => moveTo(null));
  if (chart.onRange) {
    root.classList.add('ranged');
    root.addEventListener('pointerdown', (event) => {
      if (event.button === 0 && chart.millis.length) {
        moveToPointer(event);
        start = index;
        window.addEventListener('pointermove', moveToPointer);
        const end = () => {
          window.removeEventListener('pointermove', moveToPointer);
          choose();
        };
        window.addEventListener('pointerup', end, {once: true});
      }
    });
  }
  root.addEventListener('keydown', (event) => {
    const steps = {ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20}[event.key];
    if (steps) {
      event.preventDefault();
      start = event.shiftKey && chart.onRange ? start ?? index ?? chart.millis.length - 1 : null;
      moveTo((index ?? chart.millis.length - 1) + steps);
    } else if (event.key === 'Enter' && start !== null) {
      choose();
    }
  });
}

/**
 * A performance function: a row of cells per cache share (greatest on top), a column per HDFS share, and
 * where the tenant is: the reserved shares, and the effective ones, which it has with what it borrows.
 */
export function heatMap(map, reserved, effective) {
  const cell = {w: 44, h: 26};
  const [left, bottom] = [60, 36];
  const n = map.shares.length;
  const [width, height] = [left + n * cell.w + 6, n * cell.h + bottom + 4];
  const most = Math.max(...map.operationsPerSecond.flat(), 1e-9);
  const x = (share) => left + (share * (n - 1) + 0.5) * cell.w;
  const y = (share) => 2 + ((1 - share) * (n - 1) + 0.5) * cell.h;
  const label = `Throughput of ${map.tenant} by cache share and HDFS share; reserved ${as.percent(reserved.cacheShare)} of the cache and ${as.percent(reserved.hdfsShare)} of HDFS, effective ${as.percent(effective.cacheShare)} and ${as.percent(effective.hdfsShare)}`;
  const root = svg('svg', {class: 'heat', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label});
  map.shares.forEach((cache, c) => {
    map.shares.forEach((hdfs, h) => {
      const value = map.operationsPerSecond[c][h];
      const part = value / most;
      root.append(
        svg('rect', {x: x(hdfs) - cell.w / 2 + 0.5, y: y(cache) - cell.h / 2 + 0.5, width: cell.w - 1, height: cell.h - 1, fill: `rgba(var(--heat), ${(0.06 + 0.94 * part).toFixed(3)})`}, svg('title', {}, `cache ${as.percent(cache)}, HDFS ${as.percent(hdfs)}: ${as.rate(value)} ops/s`)),
        svg('text', {x: x(hdfs), y: y(cache) + 4, class: part > 0.55 ? 'strong' : null, 'data-value': value}, as.short(value)),
      );
    });
    root.append(svg('text', {class: 'label', x: left - 22, y: y(cache) + 4}, as.percent(cache)), svg('text', {class: 'label', x: x(cache), y: height - bottom + 17}, as.percent(cache)));
  });
  root.append(
    svg('text', {class: 'label', x: left + (n * cell.w) / 2, y: height - 3}, 'share of HDFS throughput →'),
    svg('text', {class: 'label', x: 0, y: 0, transform: `translate(9 ${(n * cell.h) / 2}) rotate(-90)`}, 'share of block cache →'),
    svg('line', {class: 'halo', x1: x(reserved.hdfsShare), y1: y(reserved.cacheShare), x2: x(effective.hdfsShare), y2: y(effective.cacheShare)}),
    svg('line', {class: 'borrowed', x1: x(reserved.hdfsShare), y1: y(reserved.cacheShare), x2: x(effective.hdfsShare), y2: y(effective.cacheShare)}),
  );
  const point = (name, shares, shape) => {
    const [px, py] = [x(shares.hdfsShare), y(shares.cacheShare)];
    root.append(shape('halo', px, py), shape('here', px, py, name));
  };
  point('reserved', reserved, (kind, cx, cy, name) => svg('circle', {class: kind, 'data-point': name, cx, cy, r: 14}));
  point('effective', effective, (kind, cx, cy, name) => svg('path', {class: kind, 'data-point': name, 'data-cx': cx, 'data-cy': cy, d: `M${cx - 13} ${cy}L${cx} ${cy - 13}L${cx + 13} ${cy}L${cx} ${cy + 13}Z`}));
  return root;
}
