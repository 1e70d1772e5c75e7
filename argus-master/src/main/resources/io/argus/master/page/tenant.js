// One tenant on a master's page: where its time goes, its performance function, and its history.

import {as, badge, el, json, put, tile} from './page.js';
import {heatMap, isRead, lineChart} from './charts.js';
import {tenantServers} from './servers.js';
import {timePanel} from './time.js';

export function tenantView(view, name) {
  const choice = {span: 'minutes'};
  const redraw = async (status) => {
    if (isRead(view)) {
      return;
    }
    const tenant = status.tenants.find((each) => each.tenant === name);
    if (!tenant) {
      put(view, el('div', {class: 'empty'}, `There is no tenant ${name}.`));
      return;
    }
    const [functions, history] = await Promise.all([json(`/argus/functions.json?tenant=${encodeURIComponent(name)}`), json(`/argus/history.json?span=${choice.span}&tenants=${encodeURIComponent(name)}`)]);
    const buttons = el('div', {class: 'segments', role: 'group', 'aria-label': 'Time span'}, ['minutes', 'hours'].map((span) => el('button', {type: 'button', 'aria-pressed': String(span === choice.span), click: () => {
      choice.span = span;
      redraw(status);
    }}, span === 'minutes' ? 'Minutes' : 'Hours')));
    put(view, title(tenant), tiles(tenant), el('div', {class: 'columns'}, timePanel(tenant, tenant.operationsPerSecond), functionPanel(functions.functions[0], tenant)), tenantServers(tenant, status), el('h2', {}, 'Over time'), el('div', {class: 'toolbar'}, buttons), charts(history));
  };
  return redraw;
}

function title(tenant) {
  const kinds = Object.entries(tenant.operationsByKind).filter(([, rate]) => rate > 0).map(([kind, rate]) => `${kind.toLowerCase()} ${as.rate(rate)}/s`);
  return el('h2', {}, `Tenant ${tenant.tenant} `, tenant.demandLimited ? badge('demand-limited: its clients ask for less than it could get') : '', ' ', el('span', {class: 'sub'}, kinds.join(', '), tenant.weight === 1 ? '' : ` · weight ${tenant.weight}`));
}

function tiles(tenant) {
  return el(
    'dl', {class: 'tiles'},
    tile('Operations/s', tenant.operationsPerSecond, as.rate, 'operationsPerSecond', `isolated throughput (estimated): ${as.rate(tenant.isolatedThroughput)}`),
    tile('Slowdown', tenant.throughputViolation, as.percent, 'throughputViolation', 'percent of its isolated throughput lost'),
    tile('Guaranteed cache', tenant.cacheShare, as.percent, 'cacheShare', `${as.bytes(tenant.cacheBytes)} in use, limit ${as.bytes(tenant.cacheLimitBytes)}`),
    tile('Guaranteed HDFS', tenant.hdfsShare, as.percent, 'hdfsShare', `reads ${as.bytesPerSecond(tenant.hdfsReadBytesPerSecond)}`),
    tile('Hit ratio', tenant.hitRatio, as.percent, 'hitRatio', `key repeat ratio ${as.ratio(tenant.keyRepeatRatio)}`),
    tile('Processors', tenant.processorFraction, as.ratio, 'processorFraction', 'in use for it, on all servers'),
    tile('Backlog', tenant.backlogFraction, as.percent, 'backlogFraction', `${as.count(tenant.queueLength)} waiting, ${as.rate(tenant.rejectedPerSecond)} rejected/s`),
  );
}

function functionPanel(map, tenant) {
  return el(
    'section', {class: 'panel', id: 'function'},
    el('h2', {}, 'Performance function', el('span', {class: 'sub'}, '  predicted operations per second by share')),
    map ? heatMap(map, tenant) : el('div', {class: 'empty'}, 'No performance function yet.'),
    map ? el('p', {class: 'note'}, `Function ${map.function}: ${map.why}. Bias: predictions are multiplied by ${as.ratio(map.bias)}, the ratio of observed to predicted throughput. The circle marks the guaranteed shares; with borrowed shares the tenant reaches more.`) : '',
  );
}

function charts(history) {
  const tenant = history.tenants[0];
  const one = (name, member) => ({name, values: tenant[member] ?? []});
  const chart = (title, unit, format, series, more) => lineChart({title, unit, format, series, millis: history.millis, fixed: true, ...more});
  return el(
    'div', {class: 'charts'},
    chart('Throughput', 'operations per second', as.rate, [one('now', 'operationsPerSecond'), one('isolated (estimated)', 'isolatedThroughput')], {tick: as.short}),
    chart('Slowdown and hit ratio', '', as.percent, [one('slowdown', 'throughputViolation'), one('hit ratio', 'hitRatio')], {most: 1}),
    chart('Reservation', 'guaranteed share', as.percent, [one('cache', 'cacheShare'), one('HDFS', 'hdfsShare')], {}),
    chart('Waiting', 'on the worst server', as.nanos, [one('queue p50', 'queueWaitP50Nanos'), one('queue p99', 'queueWaitP99Nanos'), one('I/O admission p99', 'hdfsWaitP99Nanos')], {}),
    chart('Cache used', '', as.bytes, [one('cached', 'cacheBytes')], {}),
    chart('Processors', 'in use for it', as.ratio, [one('processors', 'processorFraction')], {}),
    chart('HDFS reads', '', as.bytesPerSecond, [one('read', 'hdfsReadBytesPerSecond')], {}),
  );
}
