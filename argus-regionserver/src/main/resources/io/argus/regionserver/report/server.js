// The Argus page of a region server: its last usage report, and charts since the page was opened.

import {as, el, every, figure, componentBadges, json, cpu, put, table, tile} from './page.js';
import {breadcrumb} from './breadcrumb.js';
import {isRead, lineChart} from './charts.js';
import {takeOverNavigation} from './navigation.js';
import {timeRange} from './range.js';
import {timePanel} from './time.js';

const PERIOD_MILLIS = 2000;
const MAX_POINTS = 300;
const MAX_CHARTED = 8;
const at = (id) => document.getElementById(id);
const seen = {millis: [], reports: [], events: [], last: null};
const range = timeRange(() => update());

const operations = (usage) => Object.values(usage.operationsPerSecond).reduce((sum, rate) => sum + rate, 0);
const hitRatio = (usage) => {
  const lookups = usage.cacheHitsPerSecond + usage.cacheMissesPerSecond;
  return lookups > 0 ? usage.cacheHitsPerSecond / lookups : 0;
};

const COLUMNS = [
  {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => t.tenant},
  {name: 'Ops/s', key: operations, cell: (t) => figure(operations(t), as.rate, 'operationsPerSecond')},
  {name: 'Cached', title: 'bytes in the block cache / limit, and what is borrowed above it', key: (t) => t.cacheBytes, cell: (t) => [figure(t.cacheBytes, as.bytes, 'cacheBytes'), el('span', {class: 'sub'}, ' / ', figure(t.cacheLimitBytes, as.bytes, 'cacheLimitBytes')), t.cacheBytes > t.cacheLimitBytes ? `, ${as.bytes(t.cacheBytes - t.cacheLimitBytes)} borrowed` : '']},
  {name: 'Hit ratio', key: hitRatio, cell: (t) => figure(hitRatio(t), as.percent)},
  {name: 'HDFS read', key: (t) => t.hdfsReadBytesPerSecond, cell: (t) => figure(t.hdfsReadBytesPerSecond, as.bytesPerSecond, 'hdfsReadBytesPerSecond')},
  {name: 'HDFS written', key: (t) => t.hdfsWrittenBytesPerSecond, cell: (t) => figure(t.hdfsWrittenBytesPerSecond, as.bytesPerSecond, 'hdfsWrittenBytesPerSecond')},
  {name: 'CPU', title: 'cores in use for the tenant: seconds per second', key: (t) => t.cpuFraction, cell: (t) => figure(t.cpuFraction, as.ratio, 'cpuFraction')},
  {name: 'Waiting', title: 'requests waiting now', key: (t) => t.queueLength, cell: (t) => figure(t.queueLength, as.count, 'queueLength')},
  {name: 'Rejected/s', key: (t) => t.rejectedPerSecond, cell: (t) => figure(t.rejectedPerSecond, as.rate, 'rejectedPerSecond')},
  {name: 'Queue p50', title: 'wait for a handler', key: (t) => t.queueWait.p50Nanos, cell: (t) => figure(t.queueWait.p50Nanos, as.nanos)},
  {name: 'Queue p99', title: 'wait for a handler', key: (t) => t.queueWait.p99Nanos, cell: (t) => figure(t.queueWait.p99Nanos, as.nanos)},
  {name: 'I/O wait p99', title: 'wait for I/O admission', key: (t) => t.hdfsWait.p99Nanos, cell: (t) => figure(t.hdfsWait.p99Nanos, as.nanos)},
  {name: 'Service p99', title: 'everything but the wait for a handler', key: (t) => t.service.p99Nanos, cell: (t) => figure(t.service.p99Nanos, as.nanos)},
];

function remember(report) {
  if (seen.millis[seen.millis.length - 1] !== report.endMillis) {
    noteEvents(report);
    seen.millis.push(report.endMillis);
    seen.reports.push(new Map(report.tenants.map((usage) => [usage.tenant, usage])));
  }
  if (seen.millis.length > MAX_POINTS) {
    seen.millis.shift();
    seen.reports.shift();
  }
}

const failed = (report) => new Map(report.components.filter((component) => component.state === 'FAILED').map(({component, reason}) => [component, reason]));

/** What differs from the report before: a new plan, a component that failed or works again. */
function noteEvents(report) {
  const {last} = seen;
  const note = (kind, text) => seen.events.push({millis: report.endMillis, kind, text});
  if (last) {
    const [before, now] = [failed(last), failed(report)];
    if (last.planVersion !== report.planVersion) {
      note('PLAN', `plan v${report.planVersion}`);
    }
    now.forEach((reason, component) => before.has(component) || note('FAULT', `component ${component} failed: ${reason}`));
    before.forEach((reason, component) => now.has(component) || note('FAULT', `component ${component} works again`));
    seen.events = seen.events.slice(-MAX_POINTS);
  }
  seen.last = report;
}

function charts(report) {
  const names = [...report.tenants].sort((a, b) => operations(b) - operations(a)).slice(0, MAX_CHARTED).map((usage) => usage.tenant).sort();
  const [from, to] = range.part(seen.millis);
  const millis = seen.millis.slice(from, to);
  const marks = range.show(millis, seen.events);
  const of = (value) => names.map((name) => ({name, values: seen.reports.slice(from, to).map((tenants) => (tenants.has(name) ? value(tenants.get(name)) : null))}));
  const chart = (title, unit, format, value, more) => lineChart({title, unit, format, millis, marks, onRange: range.choose, series: of(value), ...more});
  return el(
    'div', {class: 'charts'},
    chart('Throughput', 'operations per second', as.rate, operations, {tick: as.short}),
    chart('HDFS read', '', as.bytesPerSecond, (usage) => usage.hdfsReadBytesPerSecond),
    chart('Queue wait p99', '', as.nanos, (usage) => usage.queueWait.p99Nanos, {least: 1e6}),
    chart('CPU', 'in use for the tenant', as.ratio, (usage) => usage.cpuFraction),
    chart('Cached', '', as.bytes, (usage) => usage.cacheBytes),
  );
}

function hint(used) {
  return used?.available ? `this server ${as.ratio(used.serverBusy)}, of which no tenant caused ${as.ratio(used.unattributed)}` : '';
}

function times(report) {
  return [...report.tenants].filter((usage) => operations(usage) > 0).sort((a, b) => operations(b) - operations(a)).slice(0, MAX_CHARTED).map((usage) => {
    const panel = timePanel(usage, operations(usage));
    panel.querySelector('h2').textContent = `Where the time of ${usage.tenant} goes`;
    return panel;
  });
}

async function update() {
  const report = await json('status.json');
  if (!report.server) {
    put(at('view'), el('div', {class: 'empty'}, 'This server has not reported yet.'));
    return;
  }
  const updated = as.clock(report.endMillis);
  document.documentElement.dataset.updated = updated;
  remember(report);
  if (isRead(at('view'))) {
    return;
  }
  put(at('server'), as.server(report.server));
  breadcrumb(at('breadcrumb'), [[`Region server ${as.server(report.server)}`, '/rs-status'], ['Argus', '']]);
  put(at('updated'), `as of ${updated} · `, el('a', {href: 'status.json'}, 'JSON'));
  put(
    at('view'),
    el(
      'dl', {class: 'tiles'},
      tile('Plan', report.planVersion, (v) => `v${v}`, 'planVersion', 'version in force'),
      tile('Block cache', report.cacheCapacityBytes, as.bytes, 'cacheCapacityBytes', report.setup?.blockCache || 'divided among the tenants'),
      tile('HDFS sustains', report.hdfsCapacityBytesPerSecond || null, as.bytesPerSecond, 'hdfsCapacityBytesPerSecond', 'estimated by this server'),
      el('div', {class: 'tile'}, el('dt', {}, 'CPU'), el('dd', {}, cpu(report.cpu), el('div', {class: 'hint'}, hint(report.cpu)))),
      tile('Tenants', report.tenants.length, as.count, 'tenants', `in the last ${as.seconds(report.windowSeconds)}`),
    ),
    el('h2', {}, 'Components'), ...componentBadges(report.components),
    el('h2', {}, 'Tenants'), report.tenants.length ? table('tenants', 'Tenants', COLUMNS, report.tenants) : el('div', {class: 'empty'}, 'No tenant has sent a request yet.'),
    el('div', {class: 'toolbar'}, el('h2', {}, 'Since this page was opened'), range.bar), charts(report), range.happened,
    el('h2', {}, 'Time'), el('div', {class: 'columns'}, times(report)),
  );
  at('view').dataset.ready = 'server';
}

takeOverNavigation();
every(PERIOD_MILLIS, update);
