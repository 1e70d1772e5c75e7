const report = JSON.parse(document.getElementById('data').textContent);

// The charts draw over time. Here a percent of the blocks, or a tenth of a cache size, is 30 s, so that the marks of the axis are round.
const UNIT = 30e3;

/** A chart of one line per system over x, which the words explain. */
function chart(title, unit, xs, words, mark, series) {
  as.clock = (millis) => words(millis / UNIT);
  as.minute = (millis) => mark(millis / UNIT);
  return lineChart({title, unit, format: as.score, tick: as.ratio, fixed: true, most: 1, millis: xs.map((x) => x * UNIT), series});
}

const bySize = (trace) => chart(trace.trace, 'hit ratio over the size of the cache', report.cachePercents, (x) => `cache ${x} % of the blocks`, (x) => `${x} %`,
  trace.systems.map((system) => ({name: system.system, values: system.hitRatios})));

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
  ];
}

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
