// The Argus page of a master: selects the view, and shows the overview and the servers.

import {as, badge, el, every, figure, json, put, share, table, tile} from './page.js';
import {isRead, lineChart, onlySeries} from './charts.js';
import {interference, plans, whatIf} from './plans.js';
import {heldUpBy, servers} from './servers.js';
import {tenantView} from './tenant.js';
import {usage} from './usage.js';

const PERIOD_MILLIS = 4000;
const VIEWS = [['', 'Overview'], ['plans', 'Plans'], ['what-if', 'What if'], ['interference', 'Interference'], ['usage', 'Usage'], ['servers', 'Servers']];
const at = (id) => document.getElementById(id);
const choice = {span: 'minutes', filter: ''};

const problemsOf = (status) => [
  ...status.problems,
  ...status.servers.flatMap((server) => server.components.filter((component) => component.state === 'FAILED').map((component) => `${as.server(server.server)}: component ${component.component} FAILED: ${component.reason}`)),
];

function head(status) {
  const plan = status.planVersion ? [el('b', {}, figure(status.planVersion, (v) => `plan v${v}`, 'planVersion')), ` ${status.planMode}, `, figure(status.planAgeMillis, as.age, 'planAgeMillis'), ' old'] : ['no plan yet'];
  put(at('facts'), badge(`mode: ${status.mode.toLowerCase()}`, status.mode === 'ENFORCE' ? 'good' : 'warn'), ' · ', ...plan, ' · ', el('span', {title: 'Weight of the J-index in the D-score'}, 'α ', figure(status.alpha, as.ratio, 'alpha')));
  const updated = as.clock(status.writtenMillis);
  document.documentElement.dataset.updated = updated;
  put(at('updated'), `as of ${updated} · `, el('a', {href: '/argus/status.json'}, 'JSON'));
  const problems = problemsOf(status);
  put(at('problems'), problems.length ? el('div', {class: 'alert warn'}, el('b', {}, `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`), el('ul', {}, problems.slice(0, 8).map((each) => el('li', {}, each)), problems.length > 8 ? el('li', {}, `and ${problems.length - 8} more, see `, el('a', {href: '#servers'}, 'Servers')) : null)) : null);
}

function tabs(view) {
  put(at('tabs'), VIEWS.map(([hash, name]) => el('a', {href: `#${hash}`, 'aria-current': hash === view ? 'page' : null}, name)));
}

const tenantLink = (name) => el('a', {href: `#tenant/${name}`}, name);

/** The columns of the tenant table. */
const COLUMNS = [
  {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => tenantLink(t.tenant)},
  {name: 'Cache', title: 'Guaranteed share of the block cache. The tenant may borrow more while others do not use theirs.', key: (t) => t.cacheShare, cell: (t) => share(t.cacheShare, 'cacheShare')},
  {name: 'HDFS', title: 'Guaranteed share of HDFS throughput. The tenant may borrow more while others do not use theirs.', key: (t) => t.hdfsShare, cell: (t) => share(t.hdfsShare, 'hdfsShare')},
  {name: 'Cached', title: 'Bytes in the block cache / limit now, on all servers', key: (t) => t.cacheBytes, cell: (t) => [figure(t.cacheBytes, as.bytes, 'cacheBytes'), el('span', {class: 'sub'}, ' / ', figure(t.cacheLimitBytes, as.bytes, 'cacheLimitBytes'))]},
  {name: 'HDFS reads', title: 'Bytes read from HDFS per second, on all servers', key: (t) => t.hdfsReadBytesPerSecond, cell: (t) => figure(t.hdfsReadBytesPerSecond, as.bytesPerSecond, 'hdfsReadBytesPerSecond')},
  {name: 'Processors', title: 'Processors in use for the tenant, on all servers: seconds per second', key: (t) => t.processorFraction, cell: (t) => figure(t.processorFraction, as.ratio, 'processorFraction')},
  {name: 'Hit ratio', title: 'Block cache hits / lookups', key: (t) => t.hitRatio, cell: (t) => figure(t.hitRatio, as.percent, 'hitRatio')},
  {name: 'Ops/s', title: 'Operations per second now', key: (t) => t.operationsPerSecond, cell: (t) => figure(t.operationsPerSecond, as.rate, 'operationsPerSecond')},
  {name: 'Isolated', title: 'Isolated throughput, operations per second: an estimate of what the tenant would reach alone on the cluster', key: (t) => t.isolatedThroughput, cell: (t) => figure(t.isolatedThroughput, as.rate, 'isolatedThroughput')},
  {name: 'Slowdown', title: 'Percent of the isolated throughput that is lost. Demand-limited: its clients ask for less than it could get, so it has no slowdown.', key: (t) => t.throughputViolation, cell: (t) => (t.demandLimited ? [figure(t.throughputViolation, as.percent, 'throughputViolation'), ' ', badge('demand-limited')] : figure(t.throughputViolation, as.percent, 'throughputViolation'))},
  {name: 'Queue p50', title: 'Median wait for a handler, on the worst server', key: (t) => t.queueWaitP50Nanos, cell: (t) => figure(t.queueWaitP50Nanos, as.nanos, 'queueWaitP50Nanos')},
  {name: 'Queue p99', title: '99th percentile of the wait for a handler, on the worst server', key: (t) => t.queueWaitP99Nanos, cell: (t) => figure(t.queueWaitP99Nanos, as.nanos, 'queueWaitP99Nanos')},
  {name: 'I/O p99', title: '99th percentile of the wait for I/O admission (before a read from HDFS), on the worst server', key: (t) => t.hdfsWaitP99Nanos, cell: (t) => figure(t.hdfsWaitP99Nanos, as.nanos, 'hdfsWaitP99Nanos')},
  {name: 'Backlog', title: 'Percent of the time in which at least one request was waiting', key: (t) => t.backlogFraction, cell: (t) => figure(t.backlogFraction, as.percent, 'backlogFraction')},
];
const GROUPS = [['', 1], ['Guaranteed share', 2], ['Use', 4], ['Throughput', 3], ['Waiting', 4]];
const HELD_UP_BY = {name: 'Held up by', title: 'The region server that holds the tenant up: the most crowded one for it', text: true, key: (t) => heldUpBy(t) ?? '', cell: (t) => (heldUpBy(t) ? as.server(heldUpBy(t)) : '–')};

/** The columns and their groups; which server holds a tenant up only if some tenant is on several. */
function columnsOf(status) {
  if (!status.tenants.some((tenant) => tenant.serverCount > 1)) {
    return [COLUMNS, GROUPS];
  }
  const after = COLUMNS.findIndex((column) => column.name === 'Slowdown') + 1;
  return [[...COLUMNS.slice(0, after), HELD_UP_BY, ...COLUMNS.slice(after)], GROUPS.map(([name, span]) => [name, name === 'Throughput' ? span + 1 : span])];
}


const VERDICTS = {KEPT: ['kept', 'good'], NOT_USED: ['asks for less'], MISSED: ['missed', 'warn']};
const PROMISE_COLUMNS = [
  {name: 'Tenant', text: true, key: (p) => p.tenant, cell: (p) => tenantLink(p.tenant)},
  {name: 'Promised', text: true, key: (p) => p.text, cell: (p) => p.text},
  {name: 'Has now', title: 'Operations per second, or milliseconds', key: (p) => p.measured, cell: (p) => figure(p.measured, as.ratio, 'measured')},
  {name: 'State', text: true, key: (p) => p.verdict, cell: (p) => badge(...VERDICTS[p.verdict])},
  {name: 'Missing', text: true, key: (p) => p.missing, cell: (p) => p.missing},
];

/** What tenants are promised; nothing without promises. */
const promises = (status) => (status.promises?.length ? [el('h2', {}, 'Promises'), table('promises', 'Promises', PROMISE_COLUMNS, status.promises)] : null);

const charts = (history) => {
  onlySeries(history.tenants.map((tenant) => tenant.tenant));
  const of = (member) => history.tenants.filter((tenant) => tenant[member]).map((tenant) => ({name: tenant.tenant, values: tenant[member]}));
  const millis = history.millis;
  const {jIndex, efficiency, dScore} = history.scores;
  return el(
    'div', {class: 'charts'},
    lineChart({title: 'Scores', unit: '0 to 1', format: as.score, tick: as.ratio, most: 1, millis, fixed: true, series: [{name: 'D-score', values: dScore ?? []}, {name: 'J-index', values: jIndex ?? []}, {name: 'Efficiency', values: efficiency ?? []}]}),
    lineChart({title: 'Throughput', unit: 'operations per second', format: as.rate, tick: as.short, millis, series: of('operationsPerSecond')}),
    lineChart({title: 'Slowdown', unit: 'percent of the isolated throughput lost', format: as.percent, most: 1, millis, series: of('throughputViolation')}),
    lineChart({title: 'Queue wait p99', unit: 'on the worst server', format: as.nanos, millis, series: of('queueWaitP99Nanos')}),
  );
};

function spanButtons(redraw) {
  return el('div', {class: 'segments', role: 'group', 'aria-label': 'Time span'}, [['minutes', 'Minutes'], ['hours', 'Hours']].map(([span, name]) => el('button', {type: 'button', 'aria-pressed': String(choice.span === span), click: () => {
    choice.span = span;
    redraw();
  }}, name)));
}

function tenantTable(status) {
  const rows = status.tenants.filter((tenant) => tenant.tenant.includes(choice.filter));
  const [columns, groups] = columnsOf(status);
  return rows.length ? table('tenants', 'Tenants', columns, rows, groups) : el('div', {class: 'empty'}, 'No tenant has this in its name.');
}

function overview(view) {
  const [tiles, chartsAt, tenants, promised] = [el('dl', {class: 'tiles'}), el('div'), el('div'), el('div')];
  const buttons = el('div');
  let last = null;
  const filter = el('input', {type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter tenants by name', value: choice.filter, input: () => {
    choice.filter = filter.value;
    put(tenants, tenantTable(last));
  }});
  view.replaceChildren(tiles, el('div', {class: 'toolbar'}, el('h2', {}, 'Tenants'), filter), tenants, promised, el('h2', {}, 'Over time'), el('div', {class: 'toolbar'}, buttons, el('span', {class: 'note'}, 'The 8 tenants with the most operations. Point at a chart to read its values at a moment, or focus it and use the arrow keys.')), chartsAt);
  const redraw = async (status) => {
    last = status ?? last;
    put(buttons, spanButtons(() => redraw()));
    put(tiles, scoreTiles(last));
    put(tenants, tenantTable(last));
    put(promised, promises(last));
    const history = await json(`/argus/history.json?span=${choice.span}`);
    if (!isRead(chartsAt)) {
      put(chartsAt, charts(history));
    }
  };
  return redraw;
}

function scoreTiles(status) {
  return [
    tile('D-score', status.dScore, as.score, 'dScore', `${as.ratio(status.alpha)} × J-index + ${as.ratio(1 - status.alpha)} × efficiency`),
    tile('J-index', status.jIndex, as.score, 'jIndex', 'fairness: 1 if all have the same slowdown'),
    tile('Efficiency', status.efficiency, as.score, 'efficiency', '1 − mean slowdown'),
    tile('Worst slowdown', status.worstThroughputViolation, as.percent, 'worstThroughputViolation', 'percent of a tenant’s isolated throughput lost'),
    tile('Min-max ratio', status.minMaxRatio, as.ratio, 'minMaxRatio', 'throughput / isolated throughput: least over greatest'),
    tile('Tenants', status.tenants.length, as.count, 'tenants', `on ${status.servers.length} region ${status.servers.length === 1 ? 'server' : 'servers'}`),
  ];
}

const views = {'': overview, plans, 'what-if': whatIf, interference, usage, servers, tenant: tenantView};
let shown = {hash: null, update: null};

async function update() {
  const status = await json('/argus/status.json');
  const hash = decodeURIComponent(location.hash.slice(1)) === 'main' ? '' : decodeURIComponent(location.hash.slice(1));
  const [name, argument] = [hash.split('/')[0], hash.split('/').slice(1).join('/')];
  head(status);
  if (shown.hash !== hash) {
    tabs(name);
    at('view').replaceChildren();
    shown = {hash, update: (views[name] ?? overview)(at('view'), argument)};
  }
  await shown.update(status);
  at('view').dataset.ready = hash || 'overview';
}

const refresh = every(PERIOD_MILLIS, update);
window.addEventListener('hashchange', refresh);
