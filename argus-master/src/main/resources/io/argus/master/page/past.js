// What the recorder has of a time in the past: all tenants, one tenant (what happened to it, and why), the scores,
// what changed. Nothing here is of the present.

import {as, badge, el, figure, json, put, table, tile} from './page.js';
import {lineChart, markSign, onlySeries} from './charts.js';
import {ofIsolated} from './history.js';
import {periodOptions, periodQuery, showPeriod} from './period.js';
import {PHASES, timePanel} from './time.js';

const MAX_LISTED = 50;
const MUCH = 0.2;
const RELATIVE = /^\d+[mhd]$/;
const AGAIN_MILLIS = 60e3;
const MARKS = {plan: 'PLAN', fault: 'FAULT'};
let last = {path: null};

/** The document of a period; read again only if the period goes on. */
export async function recorded(period, tenant) {
  const path = `recorded.json?${periodQuery(period, tenant)}`;
  const goesOn = !period.to || RELATIVE.test(period.from) || RELATIVE.test(period.to);
  if (last.path !== path || (goesOn && Date.now() - last.millis > AGAIN_MILLIS)) {
    last = {path, document: await json(path), millis: Date.now()};
  }
  return last.document;
}

const markOf = (event) => MARKS[event.kind] ?? 'MODE';

function charts({millis, events}, all) {
  const marks = events.map((event) => ({...event, kind: markOf(event)}));
  return el('div', {class: 'charts'}, all.map((chart) => lineChart({millis, marks, onRange: showPeriod, ...chart})));
}

/** What happened, the latest first. */
function happened({events, eventsLeftOut, fromMillis, toMillis}) {
  const long = toMillis - fromMillis > 8 * 3600e3;
  const shown = events.slice(-MAX_LISTED).reverse();
  const more = events.length - shown.length + eventsLeftOut;
  return el(
    'section', {class: 'panel', id: 'changes'},
    el('h2', {}, 'What changed'),
    events.length ? el('ul', {class: 'happened'}, shown.map((event) => el('li', {}, markSign(markOf(event)), ' ', el('b', {}, as.moment(event.millis, long)), ` ${event.kind}: ${event.text}`))) : el('div', {class: 'empty'}, 'No plan, setting or fault was recorded in this time.'),
    more > 0 ? el('p', {class: 'note'}, `And ${as.count(more)} before: argus history ${periodOptions({fromMillis, toMillis})} lists all.`) : '',
  );
}

const nothing = (document) => (document.problems.length ? '' : el('div', {class: 'empty'}, 'Nothing was recorded in this time.'));

/** Percent against the hour before; in colour if it is much and bad or good. */
function against({before, then}, member) {
  const change = before[member] > 0 && then[member] !== undefined ? then[member] / before[member] - 1 : null;
  return el('span', {class: change > MUCH ? 'down' : change < -MUCH ? 'up' : null}, figure(change, as.signed));
}

const column = (name, member, format, title) => ({name, title, key: (t) => t.then[member] ?? -1, cell: (t) => figure(t.then[member], format, member)});
const COLUMNS = [
  {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => el('a', {href: `#tenant/${encodeURIComponent(t.tenant)}`}, t.tenant)},
  column('Latency p99', 'responseP99Nanos', as.nanos, '99th percentile on the worst server, mean over this time'),
  {name: 'vs hour before', title: 'Change of the p99 against the hour before this time', cell: (t) => against(t, 'responseP99Nanos')},
  column('Ops/s', 'operationsPerSecond', as.rate),
  column('Loss', 'throughputLoss', as.percent, 'Percent of its isolated throughput lost'),
  column('Cache', 'cacheShare', as.percent, 'Guaranteed share of the block cache'),
  column('HDFS', 'hdfsShare', as.percent, 'Guaranteed share of HDFS throughput'),
  column('Hit ratio', 'hitRatio', as.percent),
  column('HDFS read', 'hdfsReadBytesPerSecond', as.bytesPerSecond),
  column('CPU', 'cpuFraction', as.ratio, 'Cores in use for the tenant'),
];

function overview(view, document) {
  const {means, tenants} = document;
  onlySeries(tenants.map((tenant) => tenant.tenant));
  const of = (member) => tenants.map((tenant) => ({name: tenant.tenant, values: tenant[member]})).filter((each) => each.values);
  const chart = (title, unit, format, member, more) => ({title, unit, format, series: of(member), ...more});
  put(
    view, el('div', {class: 'toolbar'}, el('h2', {}, 'Tenants'), el('span', {class: 'note'}, 'Means over this time. Choose a tenant to see what happened to it.')),
    means.length ? table('recorded-tenants', 'Tenants', COLUMNS, means) : nothing(document),
    el('p', {class: 'note'}, 'Whether SLOs were met, the mode and the servers are only shown for the present.'),
    happened(document),
    tenants.length ? el('section', {}, el('h2', {}, 'Over time'), charts(document, [
      chart('Latency p99', 'on the worst server', as.nanos, 'responseP99Nanos', {least: 1e6}),
      chart('Operations', 'per second', as.rate, 'operationsPerSecond', {tick: as.short}),
      chart('Queue wait p99', 'on the worst server', as.nanos, 'queueWaitP99Nanos', {least: 1e6}),
      chart('I/O wait p99', 'on the worst server', as.nanos, 'hdfsWaitP99Nanos', {least: 1e6}),
    ])) : '',
  );
}

/** Who used more than before, beside the tenant itself. */
function usedMore({means}, {others}) {
  const both = (member, format) => (t) => [figure(t.before[member] ?? 0, format), ' → ', figure(t.then[member] ?? 0, format, member)];
  return others.length ? table('used-more', 'Who used more', [
    {name: 'Tenant', text: true, cell: (t) => el('a', {href: `#tenant/${encodeURIComponent(t.tenant)}`}, t.tenant)},
    {name: 'HDFS read', cell: both('hdfsReadBytesPerSecond', as.bytesPerSecond)},
    {name: 'CPU', cell: both('cpuFraction', as.ratio)},
    {name: 'Ops/s', cell: both('operationsPerSecond', as.rate)},
  ], means.filter((each) => others.includes(each.tenant))) : el('div', {class: 'empty'}, 'No other tenant used more than in the hour before.');
}

function tiles({before, then}) {
  const one = (name, member, format) => tile(name, then[member], format, member, ['hour before: ', figure(before[member], format)]);
  return el(
    'dl', {class: 'tiles'},
    one('Latency p99', 'responseP99Nanos', as.nanos), one('Operations/s', 'operationsPerSecond', as.rate), one('Loss', 'throughputLoss', as.percent),
    one('Hit ratio', 'hitRatio', as.percent), one('HDFS read', 'hdfsReadBytesPerSecond', as.bytesPerSecond), one('CPU', 'cpuFraction', as.ratio),
  );
}

/** What happened to a tenant: its latency, where its time went, who took it, what changed. */
function incident(view, document, name) {
  const {incident: why, means, tenants} = document;
  if (!why) {
    put(view, el('h2', {}, `Tenant ${name}`), document.problems.length ? '' : el('div', {class: 'empty'}, `Nothing of tenant ${name} was recorded in this time.`), happened(document));
    return;
  }
  const [own] = means;
  const series = tenants.find((each) => each.tenant === name) ?? {};
  const mine = (label, member) => ({name: label, values: series[member] ?? []});
  const phases = PHASES.filter(({member, rare}) => series[member]?.some((value) => !rare || value > 0)).map((phase) => mine(phase.name, phase.member));
  const everyone = (member) => tenants.map((each) => ({name: each.tenant, values: each[member]})).filter((each) => each.values);
  onlySeries(tenants.map((each) => each.tenant));
  put(
    view, el('h2', {}, `Tenant ${name} `, el('span', {class: 'sub'}, 'means over this time, against the hour before')),
    tiles(own),
    el(
      'div', {class: 'columns'},
      el(
        'section', {class: 'panel', id: 'why'}, el('h2', {}, 'Who took it'),
        el('p', {class: 'verdict'}, 'Limited by ', why.limit), usedMore(document, why), el('p', {class: 'note'}, 'What would help: ', why.advice),
      ),
      phases.length ? timePanel(own.then, own.then.operationsPerSecond, 'Where its time went') : el('section', {class: 'panel'}, el('h2', {}, 'Where its time went'), el('div', {class: 'empty'}, 'That was not recorded in this time.')),
    ),
    happened(document),
    el('section', {}, el('div', {class: 'toolbar'}, el('h2', {}, 'Over time'), el('span', {class: 'note'}, 'Drag over a chart to see only that time.')), charts(document, [
      {title: 'Latency p99', unit: 'on the worst server', format: as.nanos, least: 1e6, fixed: true, series: [mine('p99', 'responseP99Nanos')]},
      {title: 'Where its time went', unit: 'requests on average', format: as.ratio, fixed: true, series: phases},
      {title: 'HDFS reads', unit: 'its own, and of those that used more', format: as.bytesPerSecond, series: everyone('hdfsReadBytesPerSecond')},
      {title: 'CPU', unit: 'its own, and of those that used more', format: as.ratio, series: everyone('cpuFraction')},
      {title: 'Throughput', unit: 'percent of its isolated throughput', format: as.percent, least: 1, fixed: true, series: [{name, values: ofIsolated(series)}]},
      {title: 'Guaranteed shares', unit: '', format: as.percent, fixed: true, series: [mine('cache', 'cacheShare'), mine('HDFS', 'hdfsShare'), mine('CPU', 'cpuShare')]},
    ])),
    el('p', {class: 'note'}, 'All of it in one file for a ticket: ', el('code', {}, `argus incident ${periodOptions(document)} -o incident.zip`)),
  );
}

function scores(view, document) {
  const {scores: {jIndex, efficiency, dScore}} = document;
  put(view, el('h2', {}, 'Scores'), dScore ? charts(document, [{title: 'Scores', unit: '0 to 1', format: as.ratio, most: 1, fixed: true, series: [{name: 'D-score', values: dScore}, {name: 'J-index', values: jIndex}, {name: 'Efficiency', values: efficiency}]}]) : nothing(document), happened(document));
}

/** The views that can be shown for the past: each draws a document, with what the address names. */
export const PAST = {'': overview, plans: (view, document) => put(view, happened(document)), scores, tenant: incident};

/** What precedes every view of the past. */
export function banners(document) {
  const {fromMillis, toMillis} = document;
  const end = as.day(fromMillis) === as.day(toMillis) ? as.minute(toMillis) : as.moment(toMillis, true);
  const off = document.isOn ? [] : ['The recorder is off: what happens now is not recorded.'];
  const problems = [...document.problems, ...off];
  return [
    el('p', {class: 'alert warn'}, `This is the past: ${as.moment(fromMillis, true)} to ${end}.`),
    problems.length ? el('div', {class: 'alert'}, el('ul', {}, problems.map((problem) => el('li', {}, problem)))) : null,
  ];
}

/** For a view that only has the present. */
export const onlyNow = (tab) => el('div', {class: 'empty'}, badge('only now', 'warn'), ` “${tab}” cannot be shown for the past: it is not recorded. Choose “Now” to see the present.`);
