// Charts as inline SVG: lines over time, and a heat map.

import {as, el, svg} from './page.js';

const HEIGHT = 178;
const MARGIN = {left: 46, right: 8, top: 10, bottom: 20};
const FIRST_WIDTH = 560;
const SLOTS = 8;
const DAY = 86400e3;
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
 *     and most, the top of the scale if it is fixed
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
    when.textContent = index === null || !chart.millis.length ? '' : as.moment(chart.millis[last], chart.millis[chart.millis.length - 1] - chart.millis[0] > DAY / 3);
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

function drawn(chart, series, width, show) {
  const inner = {w: width - MARGIN.left - MARGIN.right, h: HEIGHT - MARGIN.top - MARGIN.bottom};
  const greatest = Math.max(0, ...series.flatMap((each) => each.values.filter((v) => v !== null)));
  const marks = ticks(chart.most ?? (greatest > 0 ? greatest : 1));
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
  series.forEach((each) => root.append(svg('path', {class: `series k${each.slot}`, 'data-series': each.name, 'data-points': each.values.filter((v) => v !== null).length, d: line(each.values, chart.millis, x, y)})));
  readable(root, chart, inner, x, show);
  return root;
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

/** Pointer and arrow keys move a cursor; the legend shows the figures there. */
function readable(root, chart, inner, x, show) {
  const cursor = svg('line', {class: 'cursor', y1: MARGIN.top, y2: MARGIN.top + inner.h, visibility: 'hidden'});
  root.append(cursor);
  let index = null;
  const moveTo = (to) => {
    index = to === null ? null : Math.max(0, Math.min(chart.millis.length - 1, to));
    cursor.setAttribute('visibility', index === null ? 'hidden' : 'visible');
    if (index !== null) {
      cursor.setAttribute('x1', x(chart.millis[index]));
      cursor.setAttribute('x2', x(chart.millis[index]));
    }
    show(index);
  };
  root.addEventListener('pointermove', (event) => {
    const box = root.getBoundingClientRect();
    const part = (event.clientX - box.left - MARGIN.left) / inner.w;
    const [first, last] = [chart.millis[0], chart.millis[chart.millis.length - 1]];
    const at = first + part * (last - first);
    let nearest = 0;
    chart.millis.forEach((each, i) => {
      nearest = Math.abs(each - at) < Math.abs(chart.millis[nearest] - at) ? i : nearest;
    });
    moveTo(nearest);
  });
  root.addEventListener('pointerleave', () => moveTo(null));
  root.addEventListener('blur', () => moveTo(null));
  root.addEventListener('keydown', (event) => {
    const steps = {ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20}[event.key];
    if (steps) {
      event.preventDefault();
      moveTo((index ?? chart.millis.length - 1) + steps);
    }
  });
}

/**
 * A performance function: a row of cells per cache share (greatest on top), a column per HDFS share, and where
 * the tenant is now.
 */
export function heatMap(map, here) {
  const cell = {w: 44, h: 26};
  const [left, bottom] = [60, 36];
  const n = map.shares.length;
  const [width, height] = [left + n * cell.w + 6, n * cell.h + bottom + 4];
  const most = Math.max(...map.operationsPerSecond.flat(), 1e-9);
  const x = (share) => left + (share * (n - 1) + 0.5) * cell.w;
  const y = (share) => 2 + ((1 - share) * (n - 1) + 0.5) * cell.h;
  const label = `Throughput of ${map.tenant} by cache share and HDFS share; now at ${as.percent(here.cacheShare)} of the cache and ${as.percent(here.hdfsShare)} of HDFS`;
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
  const [px, py] = [x(here.hdfsShare), y(here.cacheShare)];
  root.append(
    svg('text', {class: 'label', x: left + (n * cell.w) / 2, y: height - 3}, 'share of HDFS throughput →'),
    svg('text', {class: 'label', x: 0, y: 0, transform: `translate(9 ${(n * cell.h) / 2}) rotate(-90)`}, 'share of block cache →'),
    svg('circle', {class: 'halo', cx: px, cy: py, r: 15}), svg('circle', {class: 'here', cx: px, cy: py, r: 15}),
    svg('text', {class: 'herelabel', x: Math.min(px + 30, width - 20), y: py - 11}, 'now'),
  );
  return root;
}
