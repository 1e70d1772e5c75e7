const report = JSON.parse(document.getElementById('data').textContent);

// Charts count seconds of the soak, not times of day.
as.clock = (millis) => `second ${Math.round(millis / 1000)}`;
as.minute = (millis) => `${Math.round(millis / 60000)} min`;

const number = (value) => value.toLocaleString('en', {maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 1});
const named = (each) => `${each.quantity}${each.unit ? `, ${each.unit}` : ''}`;
const keyOf = (each) => `${each.quantity} of ${each.of}`;
const all = report.systems.flatMap((system) => system.measured.map((measured) => ({system: system.system, measured, trend: measured.trend})));

function chartOf(key) {
  const here = all.filter((each) => keyOf(each.measured) === key);
  const seconds = here.map((each) => each.measured.seconds).reduce((a, b) => (a.length < b.length ? a : b));
  return lineChart({
    title: key, unit: here[0].measured.unit, format: number, fixed: true,
    millis: seconds.map((second) => 1000 * second),
    series: here.map((each) => ({name: each.system, values: each.measured.values.slice(0, seconds.length)})),
  });
}

document.getElementById('what').textContent = `${report.minutes} min, ${report.conditions}`;
const column = (name, member) => ({name, cell: (row) => figure(row.trend[member], number, member), key: (row) => row.trend[member]});
document.getElementById('report').append(
  el('section', {}, el('h2', {}, 'Trends'), table('trends', 'Trends', [
    {name: 'what', text: true, cell: (row) => named(row.measured), key: (row) => row.measured.quantity},
    {name: 'of', text: true, cell: (row) => row.measured.of, key: (row) => row.measured.of},
    {name: 'system', text: true, cell: (row) => row.system, key: (row) => row.system},
    column('mean', 'mean'),
    column('per hour', 'slopePerHour'),
    column('standard error', 'errorPerHour'),
    column('at least', 'leastPerHour'),
    column('at most', 'mostPerHour'),
    column('ignored', 'ignoredPerHour'),
    {name: 'verdict', text: true, cell: (row) => row.trend.verdict.toLowerCase(), key: (row) => row.trend.verdict},
  ], all)),
  el('section', {}, el('h2', {}, 'Over time'), el('div', {class: 'charts'}, [...new Set(all.map((each) => keyOf(each.measured)))].map(chartOf))),
  el('section', {}, el('h2', {}, 'Command'), el('p', {}, el('code', {}, report.command))),
);
