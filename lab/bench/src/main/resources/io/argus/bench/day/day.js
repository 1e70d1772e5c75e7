const report = JSON.parse(document.getElementById('data').textContent);

// Charts count milliseconds of the compressed day, whatever the time zone.
const DAY_MILLIS = 86400e3;
const two = (number) => String(number).padStart(2, '0');
as.clock = (millis) => `${two(Math.floor(millis / 3600e3))}:${two(Math.floor(millis / 60e3) % 60)}`;
as.minute = as.clock;
as.moment = as.clock;

// Powers of ten from 0.1 ms to 10 s.
const LEAST_MILLIS = 0.1;
const MOST_POWER = 5;
const power = (millis) => (millis === null ? null : Math.max(0, Math.log10(millis / LEAST_MILLIS)));
const latency = (millis) => as.nanos(millis * 1e6);
const ofPower = (value) => latency(LEAST_MILLIS * 10 ** value);

const systems = [...new Set(report.curves.map((curve) => curve.system))];
const marks = [...new Map(report.days.flatMap((day) => day.happened).map((each) => [each.event, each])).values()].map((each) => ({millis: DAY_MILLIS * each.second / report.secondsOfDay, kind: each.event === 'RESTART' ? 'FAULT' : 'MODE', text: {SLO: 'an SLO is set', CAP: 'a cap is set', SPLIT: 'a region is split', RESTART: 'the region servers restart'}[each.event]}));

function chartOf(tenant) {
  const curves = report.curves.filter((curve) => curve.tenant === tenant);
  const points = curves[0].p99Millis.length;
  return lineChart({
    title: tenant, unit: curves[0].what, format: ofPower, fixed: true, most: MOST_POWER, marks,
    millis: Array.from({length: points}, (_, i) => DAY_MILLIS * (i + 1) / points),
    series: ['p99', 'p50'].flatMap((percentile) => curves.map((curve) => ({name: `${curve.system} ${percentile}`, values: curve[`${percentile}Millis`].map(power)}))),
  });
}

const spread = (name, member, format) => ({name, cell: (row) => el('span', {}, figure(row[member].median, format, member), row[member].min === row[member].max ? '' : el('span', {class: 'sub'}, ` ${format(row[member].min)}..${format(row[member].max)}`)), key: (row) => row[member].median});
const text = (name, member) => ({name, text: true, cell: (row) => row[member], key: (row) => row[member]});

document.getElementById('what').textContent = `${systems.join(' beside ')}; ${report.conditions}`;
document.getElementById('report').append(
  el('section', {}, el('ul', {}, report.verdicts.map((each) => el('li', {class: each.holds ? '' : 'bad'}, `${each.holds ? 'ok' : 'NOT'} ${each.system}, ${each.what}: ${each.seen}`)))),
  el('section', {}, el('h2', {}, 'Latencies of each tenant over the day'), el('div', {class: 'charts'}, [...new Set(report.curves.map((curve) => curve.tenant))].map(chartOf))),
  el('section', {}, el('h2', {}, 'Night and day'), table('parts', 'Night and day', [
    text('tenant', 'tenant'), text('system', 'system'), {name: 'part', text: true, cell: (row) => row.part.toLowerCase(), key: (row) => row.part},
    spread('asked/s', 'asked', as.rate), spread('done/s', 'done', as.rate), spread('p50', 'p50Millis', latency), spread('p99', 'p99Millis', latency),
    {name: 'failed', cell: (row) => figure(row.failed, as.count, 'failed'), key: (row) => row.failed},
  ], report.lines)),
  el('section', {}, el('h2', {}, 'Command'), el('p', {}, el('code', {}, report.command))),
);
