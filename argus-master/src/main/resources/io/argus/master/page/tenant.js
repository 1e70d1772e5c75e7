// One tenant on a master's page: what it has, where its time goes, its performance function, tables and history.

import {as, badge, el, figure, json, put, table, tile} from './page.js';
import {heatMap, isRead} from './charts.js';
import {historyCharts, ofIsolated} from './history.js';
import {tenantServers} from './servers.js';
import {state} from './state.js';
import {timePanel} from './time.js';

/** Bytes in the cache, with what is borrowed of them as such. */
const cached = (tenant) => [
  figure(tenant.cacheBytes, as.bytes, 'cacheBytes'),
  tenant.cacheBorrowedBytes > 0 ? [', ', figure(tenant.cacheBorrowedBytes, as.bytes, 'cacheBorrowedBytes'), ' borrowed'] : '',
].flat();

export function tenantView(view, name) {
  const body = el('div');
  view.replaceChildren(body);
  const of = `tenant=${encodeURIComponent(name)}`;
  const charts = historyCharts(view, (span) => `history.json?span=${span}&tenants=${encodeURIComponent(name)}`, chartsOf);
  return async (status) => {
    const tenant = status.tenants.find((each) => each.tenant === name);
    if (!tenant) {
      view.replaceChildren(el('div', {class: 'empty'}, `There is no tenant ${name}.`));
      return;
    }
    const [functions, tables] = await Promise.all([json(`functions.json?${of}`), json(`tables.json?${of}`)]);
    if (!isRead(view)) {
      put(body, title(tenant, status), tiles(tenant), el('div', {class: 'columns'}, timePanel(tenant, tenant.operationsPerSecond), functionPanel(functions.functions[0], tenant)), classesPanel(tenant), tablesPanel(tables), tenantServers(tenant, status));
    }
    await charts();
  };
}

function title(tenant, status) {
  const kinds = Object.entries(tenant.operationsByKind).filter(([, rate]) => rate > 0).map(([kind, rate]) => `${kind.toLowerCase()} ${as.rate(rate)}/s`);
  return el(
    'h2', {}, `Tenant ${tenant.tenant} `,
    state(tenant, status), ' ',
    el('span', {class: 'sub'}, kinds.join(', '), tenant.weight === 1 ? '' : ` · weight ${tenant.weight}`),
  );
}

function tiles(tenant) {
  return el(
    'dl', {class: 'tiles'},
    tile('Loss', tenant.throughputLoss, as.percent, 'throughputLoss', 'percent of its isolated throughput lost'),
    tile('Latency p99', tenant.responseP99Nanos, as.nanos, 'responseP99Nanos', 'from arrival to end, on the worst server'),
    tile('Operations/s', tenant.operationsPerSecond, as.rate, 'operationsPerSecond', `isolated throughput (estimated): ${as.rate(tenant.isolatedThroughput)}`),
    tile('Guaranteed', tenant.guaranteedThroughput, as.rate, 'guaranteedThroughput', 'operations/s with nothing borrowed, predicted'),
    tile('Guaranteed cache', tenant.cacheShare, as.percent, 'cacheShare', [...cached(tenant), ` in use, limit ${as.bytes(tenant.cacheLimitBytes)}`]),
    tile('Guaranteed HDFS', tenant.hdfsShare, as.percent, 'hdfsShare', [figure(tenant.usedHdfsShare, as.percent, 'usedHdfsShare'), ` in use: reads ${as.bytesPerSecond(tenant.hdfsReadBytesPerSecond)}`]),
    tile('Hit ratio', tenant.hitRatio, as.percent, 'hitRatio', `key repeat ratio ${as.ratio(tenant.keyRepeatRatio)}`),
    tile('Guaranteed CPU', tenant.cpuShare, as.percent, 'cpuShare', [figure(tenant.usedCpuShare, as.percent, 'usedCpuShare'), ' in use: ', figure(tenant.cpuFraction, as.ratio, 'cpuFraction'), ' cores on all servers']),
    tenant.capWaitFraction > 0 ? tile('Waits for its cap', tenant.capWaitFraction, as.ratio, 'capWaitFraction', `requests on average; ${as.rate(tenant.cappedPerSecond)} a second must wait`) : null,
    tile('Backlog', tenant.backlogFraction, as.percent, 'backlogFraction', `${as.count(tenant.queueLength)} waiting, ${as.rate(tenant.rejectedPerSecond)} rejected/s`),
  );
}

function functionPanel(map, tenant) {
  const reserved = {cacheShare: tenant.cacheShare, hdfsShare: tenant.hdfsShare};
  const effective = {cacheShare: tenant.usedCacheShare, hdfsShare: tenant.usedHdfsShare};
  const at = ({cacheShare, hdfsShare}) => `${as.percent(cacheShare)} of the cache, ${as.percent(hdfsShare)} of HDFS`;
  return el(
    'section', {class: 'panel', id: 'function'},
    el('h2', {}, 'Performance function', el('span', {class: 'sub'}, '  predicted operations per second by share')),
    ...(map ? [
      heatMap(map, reserved, effective),
      el('ul', {class: 'points'}, el('li', {}, '○ guaranteed: ', at(reserved)), el('li', {}, '◇ in use, with what it borrows: ', at(effective))),
      el('p', {class: 'note'}, `Function ${map.function}: ${map.why}. Bias: predictions are multiplied by ${as.ratio(map.bias)}, the ratio of observed to predicted throughput.`),
    ] : [el('div', {class: 'empty'}, 'No performance function yet.')]),
  );
}

/** What its classes do, and how much of their caps they use; nothing if it has only one. */
function classesPanel({classes}) {
  const limits = (cap) => [cap.operationsPerSecond > 0 ? `${as.rate(cap.operationsPerSecond)} ops/s` : '', cap.bytesPerSecond > 0 ? as.bytesPerSecond(cap.bytesPerSecond) : ''].filter((limit) => limit).join(', ');
  return classes?.length ? el(
    'section', {class: 'panel', id: 'tenant-classes'},
    el('h2', {}, 'Its classes'),
    table('classes', 'Classes of the tenant', [
      {name: 'Class', text: true, key: (c) => c.name, cell: (c) => [c.name, c.capped ? [' ', badge('waits for its cap', 'warn')] : ''].flat()},
      {name: 'Ops/s', key: (c) => c.operationsPerSecond, cell: (c) => figure(c.operationsPerSecond, as.rate, 'operationsPerSecond')},
      {name: 'Cap', text: true, cell: (c) => (c.cap ? limits(c.cap) : '–')},
      {name: 'Cap in use', title: 'Above 100% in a burst', key: (c) => c.capFraction, cell: (c) => (c.cap ? figure(c.capFraction, as.percent, 'capFraction') : '–')},
      {name: 'Wait for it', title: 'Requests that wait for the cap of the class, or of the tenant, on average', key: (c) => c.capWaitFraction, cell: (c) => figure(c.capWaitFraction, as.ratio, 'capWaitFraction')},
      {name: 'Must wait/s', title: 'Requests that the cap of the class makes wait', key: (c) => c.cappedPerSecond, cell: (c) => figure(c.cappedPerSecond, as.rate, 'cappedPerSecond')},
    ], classes),
  ) : null;
}

function tablesPanel({tables, tableCount, leftOut}) {
  const notes = [tableCount > tables.length ? `And ${as.count(tableCount - tables.length)} more tables.` : '', leftOut > 0 ? `The cluster has ${as.count(leftOut)} more tables than are listed.` : ''].filter((note) => note);
  return el(
    'section', {class: 'panel', id: 'tenant-tables'},
    el('h2', {}, 'Its tables'),
    tables.length ? table('tables', 'Tables of the tenant', [
      {name: 'Table', text: true, key: (t) => t.table, cell: (t) => t.table},
      {name: 'Assigned by', text: true, key: (t) => t.why, cell: (t) => t.why},
      {name: 'Regions', key: (t) => t.regions, cell: (t) => figure(t.regions, as.count, 'regions')},
      {name: 'Servers', key: (t) => t.servers, cell: (t) => figure(t.servers, as.count, 'servers')},
      {name: 'Requests/s', title: 'As HBase counts them, mean of about a minute', key: (t) => t.requestsPerSecond, cell: (t) => figure(t.requestsPerSecond, as.rate, 'requestsPerSecond')},
    ], tables) : el('div', {class: 'empty'}, 'No table of this tenant is known.'),
    notes.length ? el('p', {class: 'note'}, notes.join(' ')) : '',
  );
}

function chartsOf({millis, tenants: [tenant]}, chart) {
  const one = (name, member) => ({name, values: tenant[member] ?? []});
  const lines = (title, unit, format, series, more) => chart({title, unit, format, series, millis, fixed: true, ...more});
  return [
    lines('Latency p99', 'on the worst server', as.nanos, [one('p99', 'responseP99Nanos')], {least: 1e6}),
    lines('Throughput', 'percent of its isolated throughput', as.percent, [{name: tenant.tenant, values: ofIsolated(tenant)}], {least: 1}),
    lines('Operations', 'per second', as.rate, [one('now', 'operationsPerSecond'), one('isolated (estimated)', 'isolatedThroughput')], {tick: as.short}),
    lines('Hit ratio', 'of the block cache', as.percent, [one('hit ratio', 'hitRatio')], {most: 1}),
    lines('Guaranteed shares', '', as.percent, [one('cache', 'cacheShare'), one('HDFS', 'hdfsShare'), one('CPU', 'cpuShare')], {}),
    lines('Waiting', 'on the worst server', as.nanos, [one('queue p50', 'queueWaitP50Nanos'), one('queue p99', 'queueWaitP99Nanos'), one('I/O admission p99', 'hdfsWaitP99Nanos')], {least: 1e6}),
    lines('Cache used', '', as.bytes, [one('cached', 'cacheBytes')], {}),
    lines('CPU', 'in use for it', as.ratio, [one('CPU', 'cpuFraction')], {}),
    lines('HDFS reads', '', as.bytesPerSecond, [one('read', 'hdfsReadBytesPerSecond')], {}),
  ];
}
