// The overview: who is below its guarantee, the tenants with the most affected first, and their charts.

import {as, badge, change, el, figure, json, put, table} from './page.js';
import {onlySeries} from './charts.js';
import {historyCharts} from './history.js';
import {bottleneckOf, bottleneckServer} from './servers.js';
import {missedSlos, state, worstFirst} from './state.js';

const MAX_CHARTED = 8;
const MAX_NAMED = 4;
const MODES = {
  ENFORCE: ['enforce', 'good', 'Every tenant gets its guaranteed share.'],
  OBSERVE: ['observe', 'warn', 'Argus counts and plans: shares and SLOs are not enforced. HBase serves the requests.'],
  OFF: ['off', 'warn', 'HBase schedules requests: shares and SLOs are not enforced. Where the component cache says so, the block cache of Argus stays, without partitions, until a restart.'],
};
const choice = {filter: ''};
let last = null;
let hourAgo = new Map();

export const tenantLink = (name) => el('a', {href: `#tenant/${encodeURIComponent(name)}`}, name);

const CHANGED = 0.2;

/** Percent against an hour ago; in colour if it is much. */
function sinceHour(tenant) {
  const change = hourAgo.has(tenant.tenant) && tenant.responseP99Nanos ? tenant.responseP99Nanos / hourAgo.get(tenant.tenant) - 1 : null;
  return el('span', {class: change > CHANGED ? 'down' : change < -CHANGED ? 'up' : null}, figure(change, as.signed));
}

/** The columns of the tenant table. */
const COLUMNS = [
  {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => tenantLink(t.tenant)},
  {name: 'State', title: 'Whether the tenant has what its SLO says and its shares guarantee. “asks for less”: its clients ask for less than it could get.', text: true, cell: (t) => state(t, last)},
  {name: 'Latency p99', title: '99th percentile from the arrival of a request to its end, on the worst server', key: (t) => t.responseP99Nanos, cell: (t) => (t.responseP99Nanos ? figure(t.responseP99Nanos, as.nanos, 'responseP99Nanos') : '–')},
  {name: 'vs 1 h ago', title: 'Change of the p99 against an hour ago', key: (t) => t.responseP99Nanos / (hourAgo.get(t.tenant) ?? Infinity), cell: sinceHour},
  {name: 'Ops/s', title: 'Operations per second now', key: (t) => t.operationsPerSecond, cell: (t) => figure(t.operationsPerSecond, as.rate, 'operationsPerSecond')},
  {name: 'Guaranteed', title: 'Operations per second that its guaranteed shares should bring, predicted', key: (t) => t.guaranteedThroughput, cell: (t) => figure(t.guaranteedThroughput, as.rate, 'guaranteedThroughput')},
  {name: 'Cache', title: 'Share of the block cache: guaranteed → in use. A tenant may borrow what others do not use.', key: (t) => t.cacheShare, cell: (t) => change(t, 'cacheShare', 'usedCacheShare')},
  {name: 'HDFS', title: 'Share of HDFS throughput: guaranteed → in use. A tenant may borrow what others do not use.', key: (t) => t.hdfsShare, cell: (t) => change(t, 'hdfsShare', 'usedHdfsShare')},
  {name: 'Hit ratio', title: 'Block cache hits / lookups', key: (t) => t.hitRatio, cell: (t) => figure(t.hitRatio, as.percent, 'hitRatio')},
  {name: 'CPU', title: 'Share of CPU time: guaranteed → in use. A tenant may borrow what others do not use.', key: (t) => t.usedCpuShare, cell: (t) => change(t, 'cpuShare', 'usedCpuShare')},
  {name: 'Cores', title: 'Cores in use for the tenant, on all servers', key: (t) => t.cpuFraction, cell: (t) => figure(t.cpuFraction, as.ratio, 'cpuFraction')},
  {name: 'Past', title: 'What happened to the tenant in the last hour: latency, where its time went, who took it, what changed', text: true, cell: (t) => el('a', {href: `?from=1h#tenant/${encodeURIComponent(t.tenant)}`, 'aria-label': `Last hour of ${t.tenant}`}, 'last\u00a0hour')},
];
const BOTTLENECK_SERVER = {name: 'Bottleneck server', title: 'The region server that limits the tenant most', text: true, key: (t) => bottleneckServer(t) ?? '', cell: (t) => (bottleneckServer(t) ? as.server(bottleneckServer(t)) : '–')};

function tenantTable(status) {
  if (!status.tenants.length) {
    return el('div', {class: 'empty'}, 'There is no tenant yet: a tenant appears with its first table.');
  }
  const rows = worstFirst(status).filter((tenant) => tenant.tenant.includes(choice.filter));
  const several = status.tenants.some((tenant) => tenant.serverCount > 1);
  return rows.length ? table('tenants', 'Tenants', several ? [...COLUMNS, BOTTLENECK_SERVER] : COLUMNS, rows) : el('div', {class: 'empty'}, 'No tenant has this in its name.');
}

const VERDICTS = {MET: ['met', 'good'], NOT_USED: ['asks for less'], MISSED: ['missed', 'warn']};
const SLO_COLUMNS = [
  {name: 'Tenant', text: true, key: (p) => p.tenant, cell: (p) => tenantLink(p.tenant)},
  {name: 'SLO', text: true, key: (p) => p.text, cell: (p) => p.text},
  {name: 'Has now', title: 'Operations per second, or milliseconds', key: (p) => p.measured, cell: (p) => figure(p.measured, as.rate, 'measured')},
  {name: 'State', text: true, key: (p) => p.verdict, cell: (p) => badge(...VERDICTS[p.verdict])},
  {name: 'Missing', text: true, key: (p) => p.missing, cell: (p) => p.missing},
];

/** The SLOs and whether they are met; nothing without SLOs. */
const slos = (status) => (status.slos?.length ? [el('h2', {}, 'SLOs'), table('slos', 'SLOs', SLO_COLUMNS, status.slos)] : null);

const card = (id, name, main, hints) => el('div', {class: 'tile', id}, el('dt', {}, name), el('dd', {}, main, hints.map((hint) => el('div', {class: 'hint'}, hint))));

function below(status) {
  const missed = missedSlos(status);
  const those = worstFirst(status).filter((tenant) => missed.has(tenant.tenant) || tenant.belowShare);
  const why = (tenant) => {
    const slo = missed.get(tenant.tenant);
    return slo ? `SLO ${slo.text}, has ${as.rate(slo.measured)}` : `${as.rate(tenant.operationsPerSecond)} of ${as.rate(tenant.guaranteedThroughput)} ops/s`;
  };
  const hints = those.slice(0, MAX_NAMED).map((tenant) => [tenantLink(tenant.tenant), `: ${why(tenant)}`]);
  if (those.length > MAX_NAMED) {
    hints.push(`and ${those.length - MAX_NAMED} more, first in the table`);
  }
  return card('below', 'Below guarantee or SLO', badge(those.length ? `${those.length} of ${status.tenants.length} tenants` : 'no tenant', those.length ? 'bad' : 'good'), hints.length ? hints : ['All tenants have what they are guaranteed, or ask for less.']);
}

/** What most servers with waiting requests wait for. */
function bottleneck(status) {
  const counts = new Map();
  status.servers.forEach((server) => counts.set(server.bottleneck, (counts.get(server.bottleneck) ?? 0) + 1));
  const named = [...counts].filter(([which]) => which !== 'NONE').sort(([, a], [, b]) => b - a);
  const servers = (count) => `on ${count} of ${status.servers.length} region ${status.servers.length === 1 ? 'server' : 'servers'}`;
  const main = named.length ? bottleneckOf(named[0][0]) : badge(status.servers.length ? 'none' : 'not known', status.servers.length ? 'good' : '');
  const hints = named.map(([which, count]) => `${named.length > 1 ? `${bottleneckOf(which).textContent} ` : ''}${servers(count)}`);
  const without = status.servers.length ? 'Hardly any request waits.' : 'No region server has reported yet.';
  return card('bottleneck', 'Bottleneck', main, [...(hints.length ? hints : [without]), el('a', {href: '#servers'}, 'All servers')]);
}

function mode(status) {
  const [name, kind, what] = MODES[status.mode];
  const plan = status.planVersion ? [figure(status.planVersion, (v) => `plan v${v}`, 'planVersion'), ` ${status.planMode.toLowerCase()}, `, figure(status.planAgeMillis, as.age, 'planAgeMillis'), ' old'] : 'no plan yet';
  return card('mode', 'Mode', badge(name, kind), [what, plan]);
}

export function overview(view) {
  const [lead, tenants, objectives] = [el('dl', {class: 'tiles lead'}), el('div'), el('div')];
  const filter = el('input', {type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter tenants by name', value: choice.filter, input: () => {
    choice.filter = filter.value;
    put(tenants, tenantTable(last));
  }});
  view.replaceChildren(lead, el('div', {class: 'toolbar'}, el('h2', {}, 'Tenants'), filter, el('span', {class: 'note'}, 'Most affected first.')), tenants, objectives);
  const charted = () => worstFirst(last).slice(0, MAX_CHARTED).map((tenant) => tenant.tenant).sort();
  const charts = historyCharts(view, (span) => `history.json?span=${span}&tenants=${charted().map(encodeURIComponent).join(',')}`, (history, chart) => {
    const {millis} = history;
    onlySeries(history.tenants.map((tenant) => tenant.tenant));
    const of = (values) => history.tenants.map((tenant) => ({name: tenant.tenant, values: values(tenant)})).filter((each) => each.values);
    return [
      chart({title: 'Latency p99', unit: 'on the worst server', format: as.nanos, least: 1e6, millis, series: of((tenant) => tenant.responseP99Nanos)}),
      chart({title: 'Operations', unit: 'per second', format: as.rate, tick: as.short, millis, series: of((tenant) => tenant.operationsPerSecond)}),
      chart({title: 'Queue wait p99', unit: 'on the worst server', format: as.nanos, least: 1e6, millis, series: of((tenant) => tenant.queueWaitP99Nanos)}),
      chart({title: 'I/O wait p99', unit: 'on the worst server', format: as.nanos, least: 1e6, millis, series: of((tenant) => tenant.hdfsWaitP99Nanos)}),
    ];
  });
  return async (status) => {
    last = status;
    hourAgo = new Map((await json('hour-ago.json')).tenants.map((each) => [each.tenant, each.responseP99Nanos]));
    put(lead, below(status), bottleneck(status), mode(status));
    put(tenants, tenantTable(status));
    put(objectives, slos(status));
    if (status.tenants.length) {
      await charts();
    }
  };
}
