// A tenant's view on a master's page: where its time goes, what it could do, and its history.

import {as, badge, el, json, put, tile} from './page.js';
import {heatMap, isRead, lineChart} from './charts.js';
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
    const buttons = el('div', {class: 'segments', role: 'group', 'aria-label': 'Time shown'}, ['minutes', 'hours'].map((span) => el('button', {type: 'button', 'aria-pressed': String(span === choice.span), click: () => {
      choice.span = span;
      redraw(status);
    }}, span === 'minutes' ? 'Minutes' : 'Hours')));
    put(view, title(tenant), tiles(tenant), el('div', {class: 'columns'}, timePanel(tenant, tenant.operationsPerSecond), functionPanel(functions.functions[0], tenant)), el('h2', {}, 'Its history'), el('div', {class: 'toolbar'}, buttons), charts(history));
  };
  return redraw;
}

function title(tenant) {
  const kinds = Object.entries(tenant.operationsByKind).filter(([, rate]) => rate > 0).map(([kind, rate]) => `${kind.toLowerCase()} ${as.rate(rate)}/s`);
  return el('h2', {}, `Tenant ${tenant.tenant} `, tenant.demandLimited ? badge('demand-limited: asks for little of its own accord') : '', ' ', el('span', {class: 'sub'}, kinds.join(', '), tenant.weight === 1 ? '' : ` · weight ${tenant.weight}`));
}

function tiles(tenant) {
  return el(
    'dl', {class: 'tiles'},
    tile('Operations/s', tenant.operationsPerSecond, as.rate, 'operationsPerSecond', `of ${as.rate(tenant.isolatedThroughput)} alone`),
    tile('Slowdown', tenant.throughputViolation, as.percent, 'throughputViolation', 'of its isolated throughput'),
    tile('Cache reserved', tenant.cacheShare, as.percent, 'cacheShare', `${as.bytes(tenant.cacheBytes)} of ${as.bytes(tenant.cacheLimitBytes)} in use`),
    tile('HDFS reserved', tenant.hdfsShare, as.percent, 'hdfsShare', `reads ${as.bytesPerSecond(tenant.hdfsReadBytesPerSecond)}`),
    tile('Hit ratio', tenant.hitRatio, as.percent, 'hitRatio', `key repeat ratio ${as.ratio(tenant.keyRepeatRatio)}`),
    tile('Backlogged', tenant.backlogFraction, as.percent, 'backlogFraction', `${as.count(tenant.queueLength)} waiting, ${as.rate(tenant.rejectedPerSecond)} rejected/s`),
  );
}

function functionPanel(map, tenant) {
  return el(
    'section', {class: 'panel', id: 'function'},
    el('h2', {}, 'What it could do', el('span', {class: 'sub'}, '  operations per second by reservation')),
    map ? heatMap(map, tenant) : el('div', {class: 'empty'}, 'No performance function yet.'),
    map ? el('p', {class: 'note'}, `Function ${map.function}: ${map.why}. Predictions are scaled by ${as.ratio(map.bias)}, observed over predicted.`) : '',
  );
}

function charts(history) {
  const tenant = history.tenants[0];
  const one = (name, member) => ({name, values: tenant[member] ?? []});
  const chart = (title, unit, format, series, more) => lineChart({title, unit, format, series, millis: history.millis, fixed: true, ...more});
  return el(
    'div', {class: 'charts'},
    chart('Throughput', 'operations per second', as.rate, [one('now', 'operationsPerSecond'), one('isolated', 'isolatedThroughput')], {tick: as.short}),
    chart('Slowdown and hit ratio', '', as.percent, [one('slowdown', 'throughputViolation'), one('hit ratio', 'hitRatio')], {most: 1}),
    chart('Reservation', 'share', as.percent, [one('cache', 'cacheShare'), one('HDFS', 'hdfsShare')], {}),
    chart('Waiting', 'on the worst server', as.nanos, [one('queue p50', 'queueWaitP50Nanos'), one('queue p99', 'queueWaitP99Nanos'), one('HDFS p99', 'hdfsWaitP99Nanos')], {}),
    chart('Cache used', '', as.bytes, [one('cached', 'cacheBytes')], {}),
    chart('HDFS read', '', as.bytesPerSecond, [one('read', 'hdfsReadBytesPerSecond')], {}),
  );
}
