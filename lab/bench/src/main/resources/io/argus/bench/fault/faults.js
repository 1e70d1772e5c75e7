const report = JSON.parse(document.getElementById('data').textContent);
document.getElementById('what').textContent = `HBase ${report.hbase}, disk ${report.disk}`;

function cell(row, text, kind, bad) {
  const made = document.createElement(kind);
  made.textContent = text;
  made.className = (row.children.length > 1 ? 'num' : '') + (bad ? ' bad' : '');
  row.append(made);
  return made;
}

const sum = (counts) => Object.values(counts).reduce((a, b) => a + b, 0);
const most = (counts) => Math.max(0, ...Object.values(counts));
const holder = document.getElementById('report');
const table = document.createElement('table');
const heading = table.createTHead().insertRow();
['fault', 'system', 'operations', 'lost', 'wrong', 'twice', 'failed', 'longest stall', 'J back'].forEach((text) => cell(heading, text, 'th'));
const faults = [...new Set(report.outcomes.map((each) => each.fault))];
const body = table.createTBody();
for (const fault of faults) {
  for (const each of report.outcomes.filter((outcome) => outcome.fault === fault)) {
    const row = body.insertRow();
    cell(row, fault, 'td').title = each.what;
    cell(row, each.system, 'td');
    const result = each.result;
    if (!result) {
      cell(row, `skipped: ${each.note}`, 'td').colSpan = 7;
      continue;
    }
    row.title = [each.note, ...each.seen, ...result.examples].filter(Boolean).join('\n');
    cell(row, sum(result.operations).toLocaleString('en'), 'td');
    cell(row, result.lost, 'td', result.lost > 0);
    cell(row, result.wrong, 'td', result.wrong > 0);
    cell(row, result.countedTwice, 'td', result.countedTwice > 0);
    cell(row, sum(result.failed), 'td');
    cell(row, `${most(result.longestStallSeconds).toFixed(1)} s`, 'td');
    cell(row, each.backSeconds === undefined ? 'never' : `${each.backSeconds} s`, 'td');
  }
}
holder.append(table);
const judged = document.getElementById('judged');
for (const line of report.judged.length ? report.judged.map((text) => `NOT: ${text}`) : ['All holds.']) {
  const paragraph = document.createElement('p');
  paragraph.textContent = line;
  judged.append(paragraph);
}
