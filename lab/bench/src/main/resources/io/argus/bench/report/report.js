const report = JSON.parse(document.getElementById('data').textContent);

// Charts count seconds of the run, not times of day. Each second is drawn as if it were 6 s, so that the marks of the axis are closer.
const SECOND = 6000;
as.clock = (millis) => `second ${millis / SECOND}`;
as.minute = (millis) => `${millis / SECOND} s`;

const range = (of, format) => (of.min === of.max ? '' : el('span', {class: 'sub'}, ` ${format(of.min)}..${format(of.max)}`));
const spread = (of, format, member) => el('span', {}, figure(of.median, format, member), range(of, format));

function bars(title, systems, member) {
  const rows = systems.flatMap((system) => {
    const value = system[member];
    const fill = el('span', {class: `fill ${system.system.startsWith('argus') ? 'argus' : ''}`});
    fill.style.width = `${100 * value.median}%`;
    const range = el('span', {class: 'range'});
    range.style.left = `${100 * value.min}%`;
    range.style.width = `${100 * (value.max - value.min)}%`;
    return [el('span', {}, system.system), el('span', {class: 'track', 'aria-hidden': 'true'}, fill, range), el('span', {class: 'num'}, spread(value, as.score, member))];
  });
  return el('figure', {class: 'chart'}, el('figcaption', {}, el('h3', {}, title)), el('div', {class: 'bars'}, rows));
}

function tenants(mix) {
  const rows = mix.systems.flatMap((system) => system.tenants.map((tenant) => ({system, tenant})));
  const of = (name, member, format) => ({name, cell: (row) => spread(row.tenant[member], format, member), key: (row) => row.tenant[member].median});
  const millis = (x) => as.nanos(x * 1e6);
  return table(`tenants-${mix.mix}`, `Tenants of ${mix.mix}`, [
    {name: 'system', text: true, cell: (row) => row.system.system, key: (row) => row.system.system},
    {name: 'tenant', text: true, cell: (row) => `${row.tenant.name}: ${load(row.tenant)}`, key: (row) => row.tenant.name},
    of('isolated/s', 'isolatedThroughput', as.rate),
    of('in the mix/s', 'throughput', as.rate),
    ...(mix.systems.some((system) => system.ofStock) ? [{name: 'kept of isolated on stock', cell: (row) => keptOfStock(row, (kept) => spread(kept, as.percent, 'ofStock')) ?? '–', key: (row) => keptOfStock(row, (kept) => kept.median) ?? 0}] : []),
    {name: 'loss', cell: (row) => el('span', {}, share(row.tenant.throughputLoss.median, 'throughputLoss'), range(row.tenant.throughputLoss, as.percent)), key: (row) => row.tenant.throughputLoss.median},
    of('p50', 'p50Millis', millis),
    of('p95', 'p95Millis', millis),
    of('p99', 'p99Millis', millis),
    of('isolated p50', 'aloneP50Millis', millis),
    of('isolated p99', 'aloneP99Millis', millis),
    of('failed', 'errors', as.count),
    ...(rows.some((row) => row.tenant.keptInterleaved.length) ? [{name: 'kept, interleaved', text: true, cell: (row) => row.tenant.keptInterleaved.map(as.percent).join(' ')}] : []),
    ...(rows.some((row) => row.tenant.losses.length) ? [{name: 'loss, by clients/servers', text: true, cell: (row) => row.tenant.losses.map((run) => `${as.percent(run.clients)}/${as.percent(run.servers)}`).join(' ')}] : []),
  ], rows);
}

/** What a tenant keeps of what it does alone on stock HBase, if that was measured. */
const keptOfStock = (row, figureOf) => (row.system.ofStock ? figureOf(row.system.ofStock.tenants[row.system.tenants.indexOf(row.tenant)]) : undefined);
const load = (tenant) => `${tenant.workload}${tenant.threads}${tenant.target ? `@${tenant.target}` : ''}${tenant.placement ? `{${tenant.placement}}` : ''}`;
const kept = (tenant) => tenant.opsBySecond.map((ops) => ops / Math.max(1e-9, tenant.isolatedThroughput.median));

/** The charts of a workload mix share one scale, so that systems can be compared. */
function overTime(systems) {
  const most = Math.max(0.2, ...systems.flatMap((system) => system.tenants.flatMap(kept)));
  return systems.map((system) => courseOf(system, Math.ceil(5 * most) / 5));
}

/** What tenants use of the servers, where these say it: a chart of a system for each resource. */
function resourcesOverTime(systems) {
  const resources = [['hdfsBytesPerSecond', 'read from HDFS in each second', as.bytesPerSecond], ['cacheBytes', 'in the block cache', as.bytes]];
  return resources.flatMap(([member, unit, format]) => {
    const mostOf = (system) => Math.max(0, ...system.tenants.flatMap((tenant) => tenant.resources[member]));
    const most = Math.max(0, ...systems.map(mostOf));
    return systems.filter((system) => mostOf(system) > 0).map((system) => perSecond(system, unit, format, most, (tenant) => tenant.resources[member]));
  });
}

function courseOf(system, most) {
  return perSecond(system, 'throughput in each second, percent of isolated throughput', as.percent, most, kept);
}

function perSecond(system, unit, format, most, valuesOf) {
  const values = system.tenants.map(valuesOf);
  return lineChart({
    title: system.system, unit, format, fixed: true, most,
    millis: Array.from({length: Math.max(0, ...values.map((each) => each.length))}, (_, second) => SECOND * (second + 1)),
    series: system.tenants.map((tenant, i) => ({name: `${tenant.name} (${load(tenant)})`, values: values[i]})),
  });
}

const scores = ['jIndex', 'efficiency', 'dScore', 'minMaxRatio', 'worstThroughputLoss'];
const names = {jIndex: 'J-index', efficiency: 'efficiency E', dScore: 'D-score', minMaxRatio: 'least / greatest part of isolated throughput kept', worstThroughputLoss: 'worst loss'};

const ofStock = [['least', 'least kept of isolated on stock'], ['efficiency', 'E of isolated on stock'], ['minMaxRatio', 'least / greatest of isolated on stock']].map(([member, name]) => ({
  name, cell: (row) => (row.system.ofStock ? spread(row.system.ofStock[member], as.score, member) : '–'), key: (row) => row.system.ofStock?.[member].median ?? 0,
}));

document.getElementById('what').textContent = `HBase ${report.conditions.hbase}, ${report.conditions.disk} disk, region servers: ${report.conditions.regionServers ?? 1}`;
const figureNames = [...new Set(report.findings.flatMap((finding) => Object.keys(finding.figures)))];
document.getElementById('report').append(
  ...(report.findings.length ? [el('section', {}, el('h2', {}, 'Findings'), table('findings', 'Findings', [
    {name: 'of', text: true, cell: (row) => row.of, key: (row) => row.of},
    ...figureNames.map((name) => ({name, cell: (row) => (row.figures[name] ? spread(row.figures[name], as.score, name) : '–'), key: (row) => row.figures[name]?.median ?? 0})),
  ], report.findings))] : []),
  el('section', {}, el('h2', {}, 'All workload mixes'), table('scores', 'Scores', [
    {name: 'workload mix', text: true, cell: (row) => row.mix, key: (row) => row.mix},
    {name: 'system', text: true, cell: (row) => row.system.system, key: (row) => row.system.system},
    {name: 'repeats', cell: (row) => figure(row.system.repeats, as.count, 'repeats'), key: (row) => row.system.repeats},
    ...(report.mixes.some((mix) => mix.systems.some((system) => system.ofStock)) ? ofStock : []),
    ...scores.map((member) => ({name: names[member], cell: (row) => spread(row.system[member], as.score, member), key: (row) => row.system[member].median})),
    {name: 'total throughput/s', cell: (row) => spread(row.system.totalThroughput, as.rate, 'totalThroughput'), key: (row) => row.system.totalThroughput.median},
  ], report.mixes.flatMap((mix) => mix.systems.map((system) => ({mix: mix.mix, system}))))),
  ...report.mixes.map((mix) => el('section', {}, el('h2', {}, mix.mix),
    el('div', {class: 'charts'}, scores.slice(0, 3).map((member) => bars(names[member], mix.systems, member))),
    tenants(mix),
    el('h3', {}, 'Over time', el('span', {class: 'sub'}, ' in the repeat with the median D-score; the measuring window is the last part')),
    el('div', {class: 'charts'}, overTime(mix.systems)),
    el('div', {class: 'charts'}, resourcesOverTime(mix.systems)))),
  el('section', {}, el('h2', {}, 'Conditions'), el('p', {}, el('code', {}, report.command)), table('conditions', 'Conditions', [
    {name: 'condition', text: true, cell: ([name]) => name},
    {name: 'value', text: true, cell: ([, value]) => value},
  ], Object.entries(report.conditions))),
);
