// What tenants used, by the hour or by the day, and who lost throughput to others: from the master's usage table.

import {as, el, figure, json, put, table} from './page.js';
import {isRead, lineChart} from './charts.js';
import {timeRange} from './range.js';

const HOUR = 3600e3;
const AGAIN_MILLIS = 60e3;
const MAX_CHARTED = 8;
const SPANS = {day: ['24 hours', 24 * HOUR, 'hour'], month: ['31 days', 31 * 24 * HOUR, 'day']};
const choice = {span: 'day'};

const of = (amounts, ...keys) => keys.reduce((sum, key) => sum + (amounts[key] ?? 0), 0);
const operations = (amounts) => of(amounts, 'gets', 'multis', 'scans', 'writes', 'others');
const byteHours = (x) => `${as.bytes(x / 3600)} h`;

const AMOUNTS = [
  ['Operations', operations, as.count, as.short],
  ['Rows read', (a) => of(a, 'rowsRead'), as.count, as.short],
  ['Rows written', (a) => of(a, 'rowsWritten'), as.count, as.short],
  ['Sent', (a) => of(a, 'sentBytes'), as.bytes],
  ['Received', (a) => of(a, 'receivedBytes'), as.bytes],
  ['HDFS read', (a) => of(a, 'hdfsReadBytes', 'compactionReadBytes'), as.bytes],
  ['HDFS written', (a) => of(a, 'hdfsWrittenBytes'), as.bytes],
  ['CPU time', (a) => of(a, 'cpuNanos'), as.nanos],
  ['Cache used', (a) => of(a, 'cacheUsedByteSeconds'), byteHours],
  ['Cache reserved', (a) => of(a, 'cacheReservedByteSeconds'), byteHours],
  ['Stored', (a) => of(a, 'storedByteSeconds'), byteHours],
];
const CHARTED = ['Operations', 'CPU time', 'HDFS read', 'Sent', 'Cache used', 'Stored'];

/** Sums by tenant over all periods, those with the most operations first. */
function sums(usage) {
  const all = new Map();
  for (const period of usage.periods) {
    for (const {tenant, amounts} of period.tenants) {
      const sum = all.get(tenant) ?? {};
      Object.entries(amounts).forEach(([key, amount]) => (sum[key] = (sum[key] ?? 0) + amount));
      all.set(tenant, sum);
    }
  }
  return [...all].map(([tenant, amounts]) => ({tenant, amounts})).sort((a, b) => operations(b.amounts) - operations(a.amounts));
}

/** Plan changes are too many for so long a time. */
const isRare = (event) => event.kind !== 'PLAN';

function charts(usage, tenants, marks, onRange) {
  const millis = usage.periods.map((period) => period.startMillis);
  const by = usage.by;
  return el('div', {class: 'charts'}, AMOUNTS.filter(([name]) => CHARTED.includes(name)).map(([name, amount, format, tick]) => lineChart({
    title: name, unit: `by ${by}`, format, tick: tick ?? format, millis, marks, onRange,
    series: tenants.slice(0, MAX_CHARTED).map(({tenant}) => ({name: tenant, values: usage.periods.map((period) => {
      const entry = period.tenants.find((each) => each.tenant === tenant);
      return entry ? amount(entry.amounts) : 0;
    })})),
  })));
}

function amountsTable(tenants) {
  return table('usage', 'What tenants used', [
    {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => t.tenant},
    ...AMOUNTS.map(([name, amount, format]) => ({name, key: (t) => amount(t.amounts), cell: (t) => figure(amount(t.amounts), format)})),
  ], tenants);
}

const total = (seconds) => Object.values(seconds).reduce((sum, lost) => sum + lost, 0);
const mean = (each) => (each.seconds > 0 ? each.lossSeconds / each.seconds : 0);

function resources(seconds) {
  const all = total(seconds);
  return Object.entries(seconds).sort(([, a], [, b]) => b - a).map(([through, part]) => `${through === 'HDFS' ? through : through.toLowerCase()} ${as.percent(part / all)}`).join(', ');
}

function contentionTable(contention) {
  const rows = contention.tenants.filter((each) => each.lossSeconds > 0);
  return rows.length ? table('contention', 'Who lost throughput', [
    {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => t.tenant},
    {name: 'Loss', title: 'Mean percent of the isolated throughput lost', key: mean, cell: (t) => figure(mean(t), as.percent)},
    {name: 'Operations lost', key: (t) => t.lostOperations, cell: (t) => figure(t.lostOperations, as.rate)},
    {name: 'Through', text: true, cell: (t) => resources(t.lostSeconds)},
    {name: 'Worst minute', text: true, cell: (t) => worst(t.worstMinutes[0])},
  ], rows) : el('div', {class: 'empty'}, 'Nobody lost throughput.');
}

function causesTable(contention) {
  return contention.causes.length ? table('causes', 'Who cost others most', [
    {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => t.tenant},
    {name: 'Request seconds', title: 'That other tenants lost to it, on all servers', key: (t) => total(t.causedSeconds), cell: (t) => figure(total(t.causedSeconds), as.rate)},
    {name: 'Through', text: true, cell: (t) => resources(t.causedSeconds)},
  ], contention.causes) : el('div', {class: 'empty'}, 'Nobody.');
}

function worst(minute) {
  if (!minute) {
    return '–';
  }
  const why = resources(minute.lostSeconds);
  return `${as.date(minute.startMillis)}: ${as.percent(mean(minute))}${why ? `, ${why}` : ''}`;
}

export function usage(view) {
  let readMillis = 0;
  const range = timeRange(() => redraw(true));
  const redraw = async (force) => {
    const now = Date.now();
    if (isRead(view) || (!force && now - readMillis < AGAIN_MILLIS)) {
      return;
    }
    readMillis = now;
    const [, length, by] = SPANS[choice.span];
    const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC');
    const span = `fromMillis=${now - length}&toMillis=${now}`;
    const buttons = el('div', {class: 'segments', role: 'group', 'aria-label': 'Time span'}, Object.entries(SPANS).map(([name, [label]]) => el('button', {type: 'button', 'aria-pressed': String(choice.span === name), click: () => {
      choice.span = name;
      range.choose(null);
    }}, label)));
    const head = el('div', {class: 'toolbar'}, el('h2', {}, 'What tenants used'), buttons);
    try {
      const [all, contention, {events}] = await Promise.all([json(`usage.json?${span}&by=${by}&zone=${zone}`), json(`contention.json?${span}`), json('events.json')]);
      const used = {...all, periods: all.periods.slice(...range.part(all.periods.map((period) => period.startMillis)))};
      const marks = range.show(used.periods.map((period) => period.startMillis), events.filter(isRare));
      const tenants = sums(used);
      const note = el('p', {class: 'note'}, `The sum of the last ${SPANS[choice.span][0]}; charts by ${by}, for the ${MAX_CHARTED} tenants with the most operations. For other spans and bills: `, el('code', {}, 'bin/argus usage'), ', ', el('code', {}, 'bin/argus contention'), '.');
      put(view, head, note, tenants.length ? [amountsTable(tenants), el('div', {class: 'toolbar'}, range.bar), charts(used, tenants, marks, range.choose), range.happened] : el('div', {class: 'empty'}, 'Nothing was used yet.'), el('h2', {}, 'Who lost throughput'), contentionTable(contention), el('h2', {}, 'Who slowed others'), causesTable(contention));
    } catch (e) {
      put(view, head, el('div', {class: 'alert warn', role: 'alert'}, e.message));
    }
  };
  return () => redraw(false);
}
