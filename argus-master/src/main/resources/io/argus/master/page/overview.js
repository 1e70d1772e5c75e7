// The overview: what an operator must know first, the tenants with the worst off first, and their charts.

import {as, badge, el, figure, put, share, table} from './page.js';
import {onlySeries} from './charts.js';
import {historyCharts, ofIsolated} from './history.js';
import {bottleneckOf, bottleneckServer} from './servers.js';
import {missedSlos, loss, worstFirst} from './loss.js';

const MAX_CHARTED = 8;
const MAX_NAMED = 4;
const MODES = {
  ENFORCE: ['enforce', 'good', 'Every tenant gets its guaranteed share.'],
  OBSERVE: ['observe', 'warn', 'Argus counts and plans: shares and SLOs are not enforced. HBase serves the requests.'],
  OFF: ['off', 'warn', 'HBase schedules requests: shares and SLOs are not enforced. Where the component cache says so, the block cache of Argus stays, without partitions, until a restart.'],
};
const choice = {filter: ''};

export const tenantLink = (name) => el('a', {href: `#tenant/${encodeURIComponent(name)}`}, name);

/** Bytes in the cache, with what is borrowed of them as such. */
export const cached = (tenant) => [
  figure(tenant.cacheBytes, as.bytes, 'cacheBytes'),
  tenant.cacheBorrowedBytes > 0 ? [', ', figure(tenant.cacheBorrowedBytes, as.bytes, 'cacheBorrowedBytes'), ' borrowed'] : '',
].flat();

/** The columns of the tenant table. */
const COLUMNS = [
  {name: 'Tenant', text: true, key: (t) => t.tenant, cell: (t) => tenantLink(t.tenant)},
  {name: 'Loss', title: 'Percent of the isolated throughput that is lost: low below 25 %, medium below 50 %, else high. Demand-limited: its clients ask for less than it could get, so it has no loss.', key: (t) => t.throughputLoss, cell: loss},
  {name: 'Ops/s', title: 'Operations per second now', key: (t) => t.operationsPerSecond, cell: (t) => figure(t.operationsPerSecond, as.rate, 'operationsPerSecond')},
  {name: 'Isolated', title: 'Isolated throughput, operations per second: an estimate of what the tenant would reach alone on the cluster', key: (t) => t.isolatedThroughput, cell: (t) => figure(t.isolatedThroughput, as.rate, 'isolatedThroughput')},
  {name: 'Cache', title: 'Guaranteed share of the block cache. The tenant may borrow more while others do not use theirs.', key: (t) => t.cacheShare, cell: (t) => share(t.cacheShare, 'cacheShare')},
  {name: 'HDFS', title: 'Guaranteed share of HDFS throughput. The tenant may borrow more while others do not use theirs.', key: (t) => t.hdfsShare, cell: (t) => share(t.hdfsShare, 'hdfsShare')},
  {name: 'Cached', title: 'Bytes in the block cache on all servers, and what is borrowed of them', key: (t) => t.cacheBytes, cell: cached},
  {name: 'HDFS reads', title: 'Bytes read from HDFS per second, on all servers', key: (t) => t.hdfsReadBytesPerSecond, cell: (t) => figure(t.hdfsReadBytesPerSecond, as.bytesPerSecond, 'hdfsReadBytesPerSecond')},
  {name: 'CPU', title: 'Cores in use for the tenant, on all servers: seconds per second', key: (t) => t.cpuFraction, cell: (t) => figure(t.cpuFraction, as.ratio, 'cpuFraction')},
  {name: 'Hit ratio', title: 'Block cache hits / lookups', key: (t) => t.hitRatio, cell: (t) => figure(t.hitRatio, as.percent, 'hitRatio')},
  {name: 'Queue p50', title: 'Median wait for a handler, on the worst server', key: (t) => t.queueWaitP50Nanos, cell: (t) => figure(t.queueWaitP50Nanos, as.nanos, 'queueWaitP50Nanos')},
  {name: 'Queue p99', title: '99th percentile of the wait for a handler, on the worst server', key: (t) => t.queueWaitP99Nanos, cell: (t) => figure(t.queueWaitP99Nanos, as.nanos, 'queueWaitP99Nanos')},
  {name: 'I/O p99', title: '99th percentile of the wait for I/O admission (before a read from HDFS), on the worst server', key: (t) => t.hdfsWaitP99Nanos, cell: (t) => figure(t.hdfsWaitP99Nanos, as.nanos, 'hdfsWaitP99Nanos')},
  {name: 'Backlog', title: 'Percent of the time in which at least one request was waiting', key: (t) => t.backlogFraction, cell: (t) => figure(t.backlogFraction, as.percent, 'backlogFraction')},
];
const GROUPS = [['', 1], ['Throughput', 3], ['Guaranteed share', 2], ['Use', 4], ['Waiting', 4]];
const BOTTLENECK_SERVER = {name: 'Bottleneck server', title: 'The region server that limits the tenant most', text: true, key: (t) => bottleneckServer(t) ?? '', cell: (t) => (bottleneckServer(t) ? as.server(bottleneckServer(t)) : '–')};

/** The columns and their groups; the bottleneck server only if some tenant is on several. */
function columnsOf(status) {
  if (!status.tenants.some((tenant) => tenant.serverCount > 1)) {
    return [COLUMNS, GROUPS];
  }
  const after = COLUMNS.findIndex((column) => column.name === 'Loss') + 1;
  return [[...COLUMNS.slice(0, after), BOTTLENECK_SERVER, ...COLUMNS.slice(after)], GROUPS.map(([name, span]) => [name, name === 'Throughput' ? span + 1 : span])];
}

function tenantTable(status) {
  if (!status.tenants.length) {
    return el('div', {class: 'empty'}, 'There is no tenant yet: a tenant appears with its first table.');
  }
  const rows = worstFirst(status).filter((tenant) => tenant.tenant.includes(choice.filter));
  const [columns, groups] = columnsOf(status);
  return rows.length ? table('tenants', 'Tenants', columns, rows, groups) : el('div', {class: 'empty'}, 'No tenant has this in its name.');
}

const VERDICTS = {MET: ['met', 'good'], NOT_USED: ['asks for less'], MISSED: ['missed', 'warn']};
const SLO_COLUMNS = [
  {name: 'Tenant', text: true, key: (p) => p.tenant, cell: (p) => tenantLink(p.tenant)},
  {name: 'SLO', text: true, key: (p) => p.text, cell: (p) => p.text},
  {name: 'Has now', title: 'Operations per second, or milliseconds', key: (p) => p.measured, cell: (p) => figure(p.measured, as.ratio, 'measured')},
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
    return slo ? `SLO ${slo.text}, has ${as.rate(slo.measured)}` : `${as.rate(tenant.operationsPerSecond)} ops/s, its share brings ${as.rate(tenant.guaranteedThroughput)}`;
  };
  const hints = those.slice(0, MAX_NAMED).map((tenant) => [tenantLink(tenant.tenant), `: ${why(tenant)}`]);
  if (those.length > MAX_NAMED) {
    hints.push(`and ${those.length - MAX_NAMED} more, first in the table`);
  }
  return card('below', 'Below share or SLO', badge(those.length ? `${those.length} of ${status.tenants.length} tenants` : 'no tenant', those.length ? 'bad' : 'good'), hints.length ? hints : ['Every tenant has what its guaranteed shares bring, or asks for less.']);
}

function worst(status) {
  const [tenant] = worstFirst(status).filter((each) => !each.demandLimited).sort((a, b) => b.throughputLoss - a.throughputLoss);
  return tenant ? card('worst', 'Worst loss', loss(tenant), [[tenantLink(tenant.tenant), `: ${as.rate(tenant.operationsPerSecond)} of ${as.rate(tenant.isolatedThroughput)} ops/s`]]) : card('worst', 'Worst loss', badge('none', 'good'), ['No tenant asks for more than it gets.']);
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
  let last = null;
  const filter = el('input', {type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter tenants by name', value: choice.filter, input: () => {
    choice.filter = filter.value;
    put(tenants, tenantTable(last));
  }});
  view.replaceChildren(lead, el('div', {class: 'toolbar'}, el('h2', {}, 'Tenants'), filter, el('span', {class: 'note'}, 'The worst off first. Scores: ', el('a', {href: '#scores'}, 'J-index, efficiency, D-score'), '.')), tenants, objectives);
  const charted = () => worstFirst(last).slice(0, MAX_CHARTED).map((tenant) => tenant.tenant).sort();
  const charts = historyCharts(view, (span) => `history.json?span=${span}&tenants=${charted().map(encodeURIComponent).join(',')}`, (history, chart) => {
    const {millis} = history;
    onlySeries(history.tenants.map((tenant) => tenant.tenant));
    const of = (values) => history.tenants.map((tenant) => ({name: tenant.tenant, values: values(tenant)})).filter((each) => each.values);
    return [
      chart({title: 'Throughput', unit: 'percent of the isolated throughput', format: as.percent, least: 1, millis, series: of(ofIsolated)}),
      chart({title: 'Operations', unit: 'per second', format: as.rate, tick: as.short, millis, series: of((tenant) => tenant.operationsPerSecond)}),
      chart({title: 'Queue wait p99', unit: 'on the worst server', format: as.nanos, least: 1e6, millis, series: of((tenant) => tenant.queueWaitP99Nanos)}),
      chart({title: 'I/O wait p99', unit: 'on the worst server', format: as.nanos, least: 1e6, millis, series: of((tenant) => tenant.hdfsWaitP99Nanos)}),
    ];
  });
  return async (status) => {
    last = status;
    put(lead, below(status), worst(status), bottleneck(status), mode(status));
    put(tenants, tenantTable(status));
    put(objectives, slos(status));
    if (status.tenants.length) {
      await charts();
    }
  };
}
