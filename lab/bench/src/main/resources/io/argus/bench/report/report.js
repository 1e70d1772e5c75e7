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

const load = (tenant) => `${tenant.workload}${tenant.threads}${tenant.target ? `@${tenant.target}` : ''}${tenant.placement ? `{${tenant.placement}}` : ''}`;
const kept = (tenant) => tenant.opsBySecond.map((ops) => ops / Math.max(1e-9, tenant.isolatedThroughput.median));

/** The charts of a workload mix share one scale, so that systems can be compared. */
function overTime(systems) {
  const most = Math.max(0.2, ...systems.flatMap((system) => system.tenants.flatMap(kept)));
  return systems.map((system) => courseOf(system, Math.ceil(5 * most) / 5));
}

function courseOf(system, most) {
  const seconds = Math.max(0, ...system.tenants.map((tenant) => tenant.opsBySecond.length));
  return lineChart({
    title: system.system, unit: 'throughput in each second, percent of isolated throughput', format: as.percent, fixed: true, most,
    millis: Array.from({length: seconds}, (_, second) => SECOND * (second + 1)),
    series: system.tenants.map((tenant) => ({name: `${tenant.name} (${load(tenant)})`, values: kept(tenant)})),
  });
}

const scores = ['jIndex', 'efficiency', 'dScore', 'minMaxRatio', 'worstThroughputLoss'];
const names = {jIndex: 'J-index', efficiency: 'efficiency E', dScore: 'D-score', minMaxRatio: 'least / greatest part of isolated throughput kept', worstThroughputLoss: 'worst loss'};

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
    ...scores.map((member) => ({name: names[member], cell: (row) => spread(row.system[member], as.score, member), key: (row) => row.system[member].median})),
    {name: 'total throughput/s', cell: (row) => spread(row.system.totalThroughput, as.rate, 'totalThroughput'), key: (row) => row.system.totalThroughput.median},
  ], report.mixes.flatMap((mix) => mix.systems.map((system) => ({mix: mix.mix, system}))))),
  ...report.mixes.map((mix) => el('section', {}, el('h2', {}, mix.mix),
    el('div', {class: 'charts'}, scores.slice(0, 3).map((member) => bars(names[member], mix.systems, member))),
    tenants(mix),
    el('h3', {}, 'Over time', el('span', {class: 'sub'}, ' in the repeat with the median D-score; the measuring window is the last part')),
    el('div', {class: 'charts'}, overTime(mix.systems)))),
  el('section', {}, el('h2', {}, 'Conditions'), el('p', {}, el('code', {}, report.command)), table('conditions', 'Conditions', [
    {name: 'condition', text: true, cell: ([name]) => name},
    {name: 'value', text: true, cell: ([, value]) => value},
  ], Object.entries(report.conditions))),
);
