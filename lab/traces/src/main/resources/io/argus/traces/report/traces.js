const report = JSON.parse(document.getElementById('data').textContent);

// Charts draw over time. Here a percent of the blocks is drawn as if it were 30 s, so that the marks of the axis are round.
const PERCENT = 30e3;
as.clock = (millis) => `cache ${millis / PERCENT} % of the blocks`;
as.minute = (millis) => `${millis / PERCENT} %`;

const bySize = (trace) => lineChart({
  title: trace.trace, unit: 'hit ratio over the size of the cache', format: as.score, tick: as.ratio, fixed: true, most: 1,
  millis: report.cachePercents.map((percent) => percent * PERCENT),
  series: trace.systems.map((system) => ({name: system.system, values: system.hitRatios})),
});

function ratios(trace) {
  return table(`ratios-${trace.trace}`, `Hit ratios of ${trace.trace}`, [
    {name: 'system', text: true, cell: (row) => row.system, key: (row) => row.system},
    ...report.cachePercents.map((percent, i) => ({name: `${percent} %`, cell: (row) => figure(row.hitRatios[i], as.score, 'hitRatios'), key: (row) => row.hitRatios[i]})),
  ], trace.systems);
}

/** Hit ratios after a move, and how long they take to come back. */
function recovery(trace) {
  const systems = trace.systems.filter((system) => system.recoveries.length);
  if (!systems.length) {
    return [];
  }
  return [
    el('h3', {}, 'After a move', el('span', {class: 'sub'}, ' accesses until the hit ratio is back within .03, in blocks that the cache holds')),
    table('recoveries', 'Recovery', [
      {name: 'system', text: true, cell: (row) => row.system, key: (row) => row.system},
      ...report.cachePercents.map((percent, i) => ({name: `${percent} %`, cell: (row) => figure(row.recoveries[i].backAfter, as.rate, 'backAfter'), key: (row) => row.recoveries[i].backAfter ?? Infinity})),
    ], systems),
    ...report.cachePercents.map((percent, size) => windows(systems, percent, size)),
  ];
}

const windows = (systems, percent, size) => table(`windows-${size}`, `Hit ratios after a move, cache ${percent} %`, [
  {name: `cache ${percent} %`, text: true, cell: (row) => row.system, key: (row) => row.system},
  {name: 'before', cell: (row) => figure(row.recoveries[size].before, as.score, 'before'), key: (row) => row.recoveries[size].before},
  ...Array.from({length: 8}, (_, i) => ({name: `after ${i / 2}`, cell: (row) => figure(row.recoveries[size].windows[i], as.score, 'windows')})),
], systems);

document.getElementById('what').textContent = `HBase ${report.conditions.hbase}`;
document.getElementById('report').append(
  ...(report.aims.length ? [el('section', {}, el('h2', {}, 'Aims'), table('aims', 'Aims', [
    {name: 'system', text: true, cell: (row) => row.system},
    {name: 'aim', text: true, cell: (row) => row.aim},
    {name: '', text: true, cell: (row) => (row.missed ? badge('missed', 'bad') : badge('met', 'good'))},
    {name: 'missed at', cell: (row) => `${row.missed} of ${row.points}`},
    {name: 'least margin', cell: (row) => el('span', {}, figure(row.margin, as.score, 'margin'), row.unit)},
    {name: 'where', text: true, cell: (row) => row.at},
  ], report.aims))] : []),
  ...report.traces.map((trace) => el('section', {}, el('h2', {}, trace.trace, el('span', {class: 'sub'}, ` ${trace.description}`)),
    el('div', {class: 'charts'}, bySize(trace)), ratios(trace), recovery(trace))),
  el('section', {}, el('h2', {}, 'Conditions'), el('p', {}, el('code', {}, report.command)), table('conditions', 'Conditions', [
    {name: 'condition', text: true, cell: ([name]) => name},
    {name: 'value', text: true, cell: ([, value]) => value},
  ], Object.entries(report.conditions))),
);
