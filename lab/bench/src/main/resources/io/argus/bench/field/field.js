const report = JSON.parse(document.getElementById('data').textContent);
document.getElementById('what').textContent = `HBase ${report.hbase}, disk ${report.disk}`;

const holder = document.getElementById('report');

function add(parent, kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  parent.append(made);
  return made;
}

function list(lines) {
  const all = add(holder, 'ul', '');
  for (const [bad, text] of lines) {
    add(all, 'li', text).className = bad ? 'bad' : '';
  }
}

const figure = (value) => value.toLocaleString('en', {maximumFractionDigits: 1});

list(report.failures.map((failure) => [true, `NOT measured: ${failure}`]));
for (const row of report.rows) {
  add(holder, 'h2', row.name);
  add(holder, 'p', row.what);
  const table = add(holder, 'table', '');
  row.table.forEach((cells, line) => {
    const inserted = line === 0 ? table.createTHead().insertRow() : (table.tBodies[0] || table.createTBody()).insertRow();
    cells.forEach((cell, column) => {
      add(inserted, line === 0 ? 'th' : 'td', cell).className = column > 0 ? 'num' : '';
    });
  });
  list(row.verdicts.map((each) => [!each.holds,
    `${each.holds ? 'ok' : 'NOT'} ${each.system}, ${each.what}: ${figure(each.figure)}, bound ${figure(each.bound)} (${each.why})`]));
}
