// The servers on a master's page: counts, what is other than it should be, and, folded, a heat map of servers and
// tenants and every server.

import {as, badge, change, el, figure, heatCell, json, cpu, cpuBusy, put, share, table, tile} from './page.js';
import {exceptions} from './problems.js';

const MAX_ROWS = 100;
const MAX_NAMED = 8;
/** Up to so many servers nothing is folded. */
const FEW = 8;
const FIGURES = {
  cacheShare: {name: 'Cache share', what: 'guaranteed share of the server’s block cache'},
  hdfsShare: {name: 'HDFS share', what: 'guaranteed share of the server’s HDFS throughput'},
  cpuShare: {name: 'CPU share', what: 'guaranteed share of the server’s CPU time'},
  demandShare: {name: 'Demand', what: 'part of the tenant’s operations that the server serves'},
  throughputLoss: {name: 'Loss', what: 'percent of the tenant’s isolated throughput that this server alone would cost it, predicted'},
};
const BOTTLENECKS = {HDFS: ['HDFS', 'Requests wait for I/O admission'], CPU: ['CPU', 'The CPU is in use'], HANDLERS: ['handlers', 'Requests wait for a handler']};
const choice = {figure: 'throughputLoss', server: '', tenant: ''};

/** The name of a server, linked to its own Argus page if that is known. */
export const serverLink = (name, page) => (page ? el('a', {href: `${page}/argus/`}, as.server(name)) : as.server(name));

/** The bottleneck server of a tenant, the first of its servers; null if none limits it. */
export const bottleneckServer = (tenant) => (tenant.servers?.[0]?.throughputLoss > 0 ? tenant.servers[0].server : null);

/** "and N more", or nothing. */
export const more = (shown, all, what) => (all > shown ? el('p', {class: 'note'}, `And ${as.count(all - shown)} more ${what}: use the filter.`) : null);

export function servers(view) {
  const [counts, odd, buttons, map, all] = [el('dl', {class: 'tiles'}), el('div'), el('div'), el('div', {id: 'server-map'}), el('div')];
  let last = null;
  const draw = async (status) => {
    last = status ?? last;
    put(buttons, figureButtons(draw));
    put(counts, ...tiles(last));
    put(odd, exceptionTable(last));
    const shown = await json(`servers.json?server=${encodeURIComponent(choice.server)}&tenant=${encodeURIComponent(choice.tenant)}`);
    put(map, shown.servers.length ? heatTable(shown) : el('div', {class: 'empty'}, last.servers.length ? 'No server has this in its name.' : 'No server has reported yet.'));
    put(all, serverTable(last));
  };
  const filter = (member, what) => {
    const input = el('input', {type: 'search', placeholder: `Filter ${what}`, 'aria-label': `Filter ${what} by name`, value: choice[member], input: () => {
      choice[member] = input.value;
      parts.forEach((part) => (part.open = true));
      draw();
    }});
    return input;
  };
  const folded = (name, ...content) => el('details', {class: 'part'}, el('summary', {}, el('h2', {}, name)), content);
  const parts = [folded('Load by server and tenant', buttons, map), folded('All servers', all)];
  put(view, counts, odd, el('div', {class: 'toolbar'}, filter('server', 'servers'), filter('tenant', 'tenants')), ...parts);
  return (status) => {
    parts.filter(() => !last && status.servers.length <= FEW).forEach((part) => (part.open = true));
    return draw(status);
  };
}

function tiles(status) {
  const limited = status.servers.map((server) => server.bottleneck).filter((which) => which !== 'NONE');
  const count = (name, servers, hint) => tile(name, servers.length, as.count, null, hint);
  return [
    count('Region servers', status.servers, 'that report'),
    count('Without Argus', status.withoutArgus, 'online, but do not report'),
    count('With a failure', status.servers.filter((server) => server.components.some(({state}) => state === 'FAILED')), 'of a component'),
    count('Limited', limited, Object.entries(BOTTLENECKS).map(([which, [name]]) => `${limited.filter((each) => each === which).length} by ${name}`).join(', ')),
  ];
}

function exceptionTable(status) {
  const pages = new Map(status.servers.map((server) => [server.server, server.page]));
  const rows = exceptions(status);
  const named = (names) => names.slice(0, MAX_NAMED).flatMap((name, i) => [i ? ', ' : '', serverLink(name, pages.get(name))]);
  return rows.length ? table('exceptions', 'What is other than it should be', [
    {name: 'What', text: true, key: (e) => e.text, cell: (e) => [e.kind ? badge(e.kind === 'bad' ? 'failed' : 'check', e.kind) : '', e.kind ? ' ' : '', e.text]},
    {name: 'Servers', key: (e) => e.servers.length, cell: (e) => as.count(e.servers.length)},
    {name: 'Which', text: true, cell: (e) => [...named(e.servers), e.servers.length > MAX_NAMED ? ` and ${as.count(e.servers.length - MAX_NAMED)} more` : '']},
  ], rows) : el('div', {class: 'empty'}, 'All servers work as they should.');
}

function figureButtons(draw) {
  return el('div', {class: 'segments', role: 'group', 'aria-label': 'Figure in the cells'}, Object.entries(FIGURES).map(([member, {name, what}]) => el('button', {type: 'button', title: what, 'aria-pressed': String(choice.figure === member), click: () => {
    choice.figure = member;
    draw();
  }}, name)));
}

function heatTable(shown) {
  const {name, what} = FIGURES[choice.figure];
  const most = Math.max(1e-9, ...shown.servers.flatMap((server) => server[choice.figure].filter((v) => v !== null)));
  const columns = [
    {name: 'Region server', text: true, key: (s) => s.server, cell: (s) => [serverLink(s.server, s.page), s.ownShares ? ' ' : '', s.ownShares ? badge('own shares') : '']},
    {name: 'Bottleneck', text: true, key: (s) => s.bottleneck, cell: (s) => bottleneckOf(s.bottleneck)},
    {name: 'Waiting', title: 'Mean number of requests that wait on the server, for I/O admission or a handler', key: (s) => s.waiting, cell: (s) => figure(s.waiting, as.rate, 'waiting')},
    {name: 'Ops/s', key: (s) => s.operationsPerSecond, cell: (s) => figure(s.operationsPerSecond, as.rate, 'operationsPerSecond')},
    {name: 'HDFS use', title: 'Part of the HDFS throughput of the server that is in use', key: (s) => s.hdfsUse ?? 0, cell: (s) => (s.hdfsUse > 0 ? share(s.hdfsUse, 'hdfsUse') : '–')},
    {name: 'CPU', title: 'In use on the whole machine / available', key: (s) => cpuBusy(s.cpu), cell: (s) => cpu(s.cpu)},
    ...shown.tenants.map((tenant, t) => ({name: tenant, title: `${tenant}: ${what}`, key: (s) => s[choice.figure][t] ?? -1, cell: (s) => cell(s, tenant, t, most)})),
  ];
  return [
    el('p', {class: 'note'}, `${name}: ${what}. A row is a server, the busiest first; a column is a tenant, those with the greatest loss. “–”: the tenant is not on that server. “own shares”: the plan’s shares there differ from the cluster-wide ones.`),
    table('server-heat', `${name} by server and tenant`, columns, shown.servers),
    more(shown.servers.length, shown.serverCount, 'servers'), more(shown.tenants.length, shown.tenantCount, 'tenants'),
  ];
}

function cell(server, tenant, t, most) {
  const value = server[choice.figure][t];
  if (value === null) {
    return el('span', {class: 'sub'}, '–');
  }
  const all = Object.entries(FIGURES).map(([member, {name}]) => `${name} ${as.percent(server[member][t])}`).join(', ');
  const shown = heatCell('span', as.percent(value), value, most);
  shown.title = `${tenant} on ${as.server(server.server)}: ${all}`;
  return shown;
}

/** What limits a server, as a badge with an explanation. */
export function bottleneckOf(which) {
  const [name, title] = BOTTLENECKS[which] ?? ['none', 'Hardly any request waits'];
  return el('span', {title}, BOTTLENECKS[which] ? badge(name, 'warn') : name);
}

function serverTable(status) {
  const matching = status.servers.filter((s) => s.server.toLowerCase().includes(choice.server.toLowerCase()));
  const rows = matching.slice(0, MAX_ROWS);
  return [table('servers', 'Region servers', [
    {name: 'Region server', text: true, key: (s) => s.server, cell: (s) => serverLink(s.server, s.page)},
    {name: 'Plan', title: 'The plan that the server applies', key: (s) => s.planVersion, cell: (s) => figure(s.planVersion, (v) => `v${v}`, 'planVersion')},
    {name: 'Limited by', text: true, key: (s) => s.bottleneck, cell: (s) => bottleneckOf(s.bottleneck)},
    {name: 'CPU', title: 'In use on the whole machine / available', key: (s) => cpuBusy(s.cpu), cell: (s) => cpu(s.cpu)},
    {name: 'Block cache', key: (s) => s.cacheCapacityBytes, cell: (s) => figure(s.cacheCapacityBytes, as.bytes, 'cacheCapacityBytes')},
    {name: 'HDFS capacity', title: 'Throughput that HDFS sustains for this server, as measured', key: (s) => s.hdfsCapacityBytesPerSecond, cell: (s) => (s.hdfsCapacityBytesPerSecond ? figure(s.hdfsCapacityBytesPerSecond, as.bytesPerSecond, 'hdfsCapacityBytesPerSecond') : 'not measured yet')},
    {name: 'Not active', title: 'Components that are not ACTIVE have no effect on requests, with one exception: a cache that was switched off while its server ran stays in use, without partitions', text: true, cell: (s) => s.components.filter(({state}) => state !== 'ACTIVE').map(({component, state}) => [badge(component, state === 'FAILED' ? 'bad' : ''), ' ']).flat()},
  ], rows), more(rows.length, matching.length, 'servers')];
}

/** A tenant on the servers that limit it most. */
export function tenantServers(tenant, status) {
  const pages = new Map(status.servers.map((server) => [server.server, server.page]));
  const local = (tenant.servers ?? []).map((here) => ({cpuShare: tenant.cpuShare, usedCpuShare: 0, ...here}));
  const hidden = tenant.serverCount - local.length;
  return el(
    'section', {class: 'panel', id: 'tenant-servers'},
    el('h2', {}, 'On its servers'),
    bottleneckServer(tenant) ? el('p', {class: 'verdict'}, 'Bottleneck server: ', serverLink(bottleneckServer(tenant), pages.get(bottleneckServer(tenant))), ' (clients use all servers, so the slowest one limits them)') : '',
    table('local', 'The tenant on its servers', [
      {name: 'Region server', text: true, key: (s) => s.server, cell: (s) => serverLink(s.server, pages.get(s.server))},
      {name: 'Cache', title: 'Share of the block cache there: guaranteed → in use', key: (s) => s.cacheShare, cell: (s) => change(s, 'cacheShare', 'usedCacheShare')},
      {name: 'HDFS', title: 'Share of HDFS throughput there: guaranteed → in use', key: (s) => s.hdfsShare, cell: (s) => change(s, 'hdfsShare', 'usedHdfsShare')},
      {name: 'CPU', title: 'Share of CPU time there: guaranteed → in use', key: (s) => s.cpuShare, cell: (s) => change(s, 'cpuShare', 'usedCpuShare')},
      {name: 'Demand', title: FIGURES.demandShare.what, key: (s) => s.demandShare, cell: (s) => figure(s.demandShare, as.percent, 'demandShare')},
      {name: 'Ops/s', key: (s) => s.operationsPerSecond, cell: (s) => figure(s.operationsPerSecond, as.rate, 'operationsPerSecond')},
      {name: 'Loss', title: FIGURES.throughputLoss.what, key: (s) => s.throughputLoss, cell: (s) => figure(s.throughputLoss, as.percent, 'throughputLoss')},
    ], local),
    hidden > 0 ? el('p', {class: 'note'}, `And ${as.count(hidden)} more servers, which limit it less: see `, el('a', {href: '#servers'}, 'Servers'), '.') : '',
  );
}
