// Shared by both Argus pages: figures as text, elements, tables, requests to the server.

// One locale for all figures and times, whatever the browser's: 22,409 and 25 Nov, 14:05:09.
const locale = 'en-GB';
const whole = new Intl.NumberFormat(locale, {maximumFractionDigits: 0});

/** Formats of figures. Each takes the number in the JSON. */
export const as = {
  percent: (x) => `${(x * 100).toFixed(x > 0 && x < 0.0995 ? 1 : 0)}%`,
  signed: (x) => `${x < 0 ? '−' : '+'}${as.percent(Math.abs(x))}`,
  score: (x) => x.toFixed(3),
  ratio: (x) => x.toFixed(2),
  count: (x) => whole.format(x),
  rate: (x) => (x >= 100 || x === 0 ? whole.format(x) : x.toFixed(1)),
  short: (x) => (x >= 1e6 ? `${trim(x / 1e6)}M` : x >= 1e3 ? `${trim(x / 1e3)}k` : x >= 10 ? x.toFixed(0) : trim(x)),
  bytes: (x) => scaled(x, 1024, ['B', 'KB', 'MB', 'GB', 'TB', 'PB']),
  bytesPerSecond: (x) => `${scaled(x, 1024, ['B', 'KB', 'MB', 'GB', 'TB'])}/s`,
  nanos: (x) => (x === 0 ? '0 ms' : x < 1e6 ? `${(x / 1e6).toFixed(x < 1e4 ? 3 : 2)} ms` : x < 1e9 ? `${trim(x / 1e6)} ms` : `${trim(x / 1e9)} s`),
  seconds: (x) => as.nanos(x * 1e9),
  age: (millis) => {
    const s = Math.max(0, Math.round(millis / 1000));
    return s < 90 ? `${s} s` : s < 5400 ? `${Math.round(s / 60)} min` : s < 172800 ? `${Math.round(s / 3600)} h` : `${Math.round(s / 86400)} days`;
  },
  clock: (millis) => new Date(millis).toLocaleTimeString(locale, {hour12: false}),
  minute: (millis) => new Date(millis).toLocaleTimeString(locale, {hour12: false, hour: '2-digit', minute: '2-digit'}),
  day: (millis) => new Date(millis).toLocaleDateString(locale, {month: 'short', day: 'numeric'}),
  date: (millis) => `${new Date(millis).toLocaleDateString(locale, {day: 'numeric', month: 'short', year: 'numeric'})}, ${as.clock(millis)}`,
  moment: (millis, long) => (long ? `${as.day(millis)}, ${as.minute(millis)}` : as.clock(millis)),
  recent: (millis, now) => (now - millis < 864e5 ? as.minute(millis) : as.moment(millis, true)),
  server: (name) => name.split(',').slice(0, 2).join(':'),
};

function trim(x) {
  return x >= 100 || x === 0 ? x.toFixed(0) : x.toFixed(1);
}

function scaled(x, base, units) {
  let unit = 0;
  while (x >= base && unit < units.length - 1) {
    x /= base;
    unit++;
  }
  return `${unit === 0 ? whole.format(x) : trim(x)} ${units[unit]}`;
}

/** An element. Texts never become markup; attributes that are null are left out. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

/** A figure: its text for people, its number for tests that compare it with the JSON. */
export function figure(value, format, member) {
  const known = typeof value === 'number';
  return el('span', {'data-member': member, 'data-value': known ? value : null}, known ? format(value) : '–');
}

/** Two shares, such as "34 → 38%"; one if they look the same. */
export function change(of, before, after) {
  const [from, to] = [as.percent(of[before]), as.percent(of[after])];
  return from === to ? figure(of[after], as.percent, after) : [figure(of[before], () => from.slice(0, -1), before), ' → ', figure(of[after], as.percent, after)];
}

/** A figure on a background that is the stronger the closer it is to the greatest one. */
export function heatCell(tag, text, value, most) {
  const cell = el(tag, {'data-value': value}, text);
  cell.style.cssText = `background: rgba(var(--heat), ${(0.35 * value / most).toFixed(3)}); padding: 1px 6px; border-radius: 3px`;
  return cell;
}

/** A bar of that part of its length. */
export function meter(part, kind) {
  const bar = el('i');
  bar.style.width = `${Math.min(100, part * 100)}%`;
  return el('span', {class: `meter ${kind ?? ''}`, 'aria-hidden': 'true'}, bar);
}

/** A share as text and as a bar of that length. */
export const share = (value, member) => el('span', {}, figure(value, as.percent, member), meter(value));

export function tile(name, value, format, member, hint) {
  return el('div', {class: 'tile'}, el('dt', {}, name), el('dd', {}, figure(value, format, member), el('div', {class: 'hint'}, hint)));
}

export function badge(text, kind) {
  return el('span', {class: `badge ${kind ?? ''}`}, text);
}

/** Requests a JSON document. An error has the message of the server. */
export async function json(path) {
  const reply = await fetch(path, {cache: 'no-store'});
  const document = await reply.json().catch(() => ({}));
  if (!reply.ok) {
    throw Object.assign(new Error(document.error ?? `${path} answers ${reply.status}`), {status: reply.status});
  }
  return document;
}

const orders = new Map();

/**
 * A table whose columns sort. A column has a name, a cell(row) and, to be sorted by, a key(row).
 * A new table with the same id keeps the order that the reader chose.
 */
export function table(id, caption, columns, rows) {
  const order = orders.get(id) ?? {};
  const body = el('tbody');
  const heads = columns.map((column) => {
    const head = el('th', {scope: 'col', class: column.text ? null : 'num', title: column.title});
    if (!column.key) {
      head.append(column.name);
      return head;
    }
    head.append(el('button', {type: 'button', click: () => sortBy(column)}, column.name));
    return head;
  });
  const sortBy = (column) => {
    const same = order.name === column.name;
    order.down = same ? !order.down : !column.text;
    order.name = column.name;
    orders.set(id, order);
    show();
  };
  const show = () => {
    const column = columns.find((each) => each.name === order.name);
    const sign = order.down ? -1 : 1;
    const compare = (a, b) => (a < b ? -sign : a > b ? sign : 0);
    const shown = column ? [...rows].sort((a, b) => compare(column.key(a), column.key(b))) : rows;
    columns.forEach((each, i) => {
      const sorted = each === column ? (order.down ? 'descending' : 'ascending') : 'none';
      if (each.key) {
        heads[i].setAttribute('aria-sort', sorted);
      }
    });
    body.replaceChildren(...shown.map((row) => tr(columns, row)));
  };
  show();
  const head = el('thead', {}, el('tr', {}, heads));
  return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption}, el('table', {id}, head, body));
}

function tr(columns, row) {
  return el('tr', {}, columns.map((column, i) => (i === 0 ? el('th', {scope: 'row'}, column.cell(row)) : el('td', {class: column.text ? null : 'num'}, column.cell(row)))));
}

/** How many cores of a server are in use by whomever; 0 if it is not known. */
export function cpuBusy(cpu) {
  return cpu ? Math.min(cpu.available, Math.max(cpu.machineBusy, cpu.serverBusy)) : 0;
}

/** The use of a server's CPU, and whether it is its limit: as text and badge. */
export function cpu(cpu) {
  if (!cpu?.available) {
    return 'not measured';
  }
  const busy = cpuBusy(cpu);
  return el('span', {}, figure(busy, as.ratio), ` of ${cpu.available}`, busy >= 0.8 * cpu.available ? [' ', badge('the limit', 'warn')] : '');
}

/** The states of components, with reasons. */
export function componentBadges(components) {
  return components.map((component) => el('div', {}, badge(component.state, {ACTIVE: 'good', FAILED: 'bad'}[component.state] ?? ''), ` ${component.component} `, el('span', {class: 'sub'}, component.reason)));
}

/** Runs a task now and then every period while the page is visible. Shows the reader what fails. */
export function every(periodMillis, task) {
  let running = false;
  const failed = document.getElementById('failed');
  const run = async () => {
    if (running || document.hidden) {
      return;
    }
    running = true;
    try {
      await task();
      failed.replaceChildren();
    } catch (e) {
      failed.replaceChildren(el('div', {class: 'alert', role: 'alert'}, `No new figures since ${document.documentElement.dataset.updated ?? 'the start'}: ${e.message}`));
    } finally {
      running = false;
    }
  };
  document.addEventListener('visibilitychange', run);
  setInterval(run, periodMillis);
  run();
  return run;
}

/** As put, but leaves an element alone that says the same already: a reader hears it once. */
export function putOnce(element, content) {
  const said = content?.textContent ?? '';
  if (element.textContent !== said) {
    put(element, content);
  }
}

/** Replaces the content of an element; keeps its scroll position and focus. */
export function put(element, ...content) {
  const scrolled = [...element.querySelectorAll('.scroll')].map((each) => each.scrollLeft);
  const focused = element.contains(document.activeElement) ? pathTo(element, document.activeElement) : null;
  element.replaceChildren(...content.flat().filter((child) => child !== null));
  [...element.querySelectorAll('.scroll')].forEach((each, i) => (each.scrollLeft = scrolled[i] ?? 0));
  focused?.reduce((at, index) => at?.children[index], element)?.focus({preventScroll: true});
}

function pathTo(root, element) {
  const path = [];
  for (let at = element; at !== root; at = at.parentElement) {
    path.unshift([...at.parentElement.children].indexOf(at));
  }
  return path;
}

const logo = document.querySelector('.brand img');
const withoutLogo = () => logo.replaceWith('HBase');
if (logo?.complete && logo.naturalWidth === 0) {
  withoutLogo();
} else {
  logo?.addEventListener('error', withoutLogo);
}
