// What if: predicts what other shares would bring, and what no change would.

import {as, change, el, figure, json, meter, put, table} from './page.js';
import {worstFirst} from './state.js';

/** What the page asks first: the worst off tenant with so many times its shares. */
const FIRST_QUESTION = 1.5;

/** Changes nothing: the reader copies the command that would. */
export function whatIf(view) {
  let built = false;
  return (status) => {
    if (built) {
      return;
    }
    built = true;
    if (!status.tenants.length) {
      put(view, el('div', {class: 'empty'}, 'There is no tenant yet: nothing can be predicted.'));
      return;
    }
    const [rows, result] = [el('div'), el('div', {'aria-live': 'polite'})];
    const add = (tenant) => rows.append(whatIfRow(status, tenant));
    const form = el(
      'form', {class: 'whatif panel', submit: (event) => {
        event.preventDefault();
        ask(form, result);
      }},
      el('p', {class: 'note'}, 'What would happen if tenants had these guaranteed shares? The other tenants give or take in proportion to their own. This only asks the planner’s model. The command below the answer puts the shares in force.'),
      rows,
      el('div', {class: 'toolbar'}, el('button', {class: 'button primary'}, 'Predict'), el('button', {type: 'button', class: 'button', click: () => add(status.tenants[Math.min(rows.children.length, status.tenants.length - 1)])}, 'Add a tenant')),
    );
    put(view, form, result);
    const worst = worstFirst(status)[0];
    add({...worst, cacheShare: Math.min(1, FIRST_QUESTION * worst.cacheShare), hdfsShare: Math.min(1, FIRST_QUESTION * worst.hdfsShare)});
    ask(form, result);
  };
}

function whatIfRow(status, tenant) {
  const select = el('select', {name: 'tenant'}, status.tenants.map((each) => el('option', {value: each.tenant, selected: each.tenant === tenant.tenant}, each.tenant)));
  const [cache, hdfs] = [percentInput('cache', tenant.cacheShare), percentInput('hdfs', tenant.hdfsShare)];
  select.addEventListener('change', () => {
    const chosen = status.tenants.find((each) => each.tenant === select.value);
    cache.set(chosen.cacheShare);
    hdfs.set(chosen.hdfsShare);
  });
  const row = el('div', {class: 'row'}, el('label', {}, 'Tenant', select), el('label', {}, 'Block cache, %', cache.element), el('label', {}, 'HDFS throughput, %', hdfs.element), el('button', {type: 'button', class: 'button', 'aria-label': 'Remove this tenant', click: () => row.remove()}, '×'));
  return row;
}

function percentInput(name, value) {
  const number = el('input', {type: 'number', name, min: 0, max: 100, step: 'any', required: true});
  const range = el('input', {type: 'range', min: 0, max: 100, step: 1, tabindex: -1, 'aria-hidden': 'true'});
  const set = (share) => {
    number.value = Number((share * 100).toFixed(2));
    range.value = number.value;
  };
  number.addEventListener('input', () => (range.value = number.value));
  range.addEventListener('input', () => (number.value = range.value));
  set(value);
  return {element: el('span', {class: 'pair'}, range, number), set};
}

async function ask(form, result) {
  const asked = [...form.querySelectorAll('.row')].map((row) => {
    const value = (name) => row.querySelector(`[name=${name}]`).value;
    return `${encodeURIComponent(value('tenant'))}=${value('cache') / 100}/${value('hdfs') / 100}`;
  });
  try {
    put(result, answer(await json(`what-if.json?${asked.join('&')}`)));
  } catch (e) {
    put(result, el('div', {class: 'alert', role: 'alert'}, e.message));
  }
}

const PLACES = 4;

/**
 * The command that pins the shares of these tenants. It names every tenant, and the shares of a resource sum to 1:
 * those with the largest remainders are rounded up, so that a share that was asked for stays as it is.
 */
export function pinCommand(tenants) {
  const unit = 10 ** PLACES;
  const rounded = (member) => {
    const exact = tenants.map((each) => each[member] * unit);
    const units = exact.map(Math.floor);
    const byRemainder = [...units.keys()].sort((a, b) => exact[b] - units[b] - (exact[a] - units[a]));
    const left = Math.round(unit - units.reduce((sum, each) => sum + each, 0));
    byRemainder.slice(0, left).forEach((i) => units[i]++);
    return units.map((each) => String(each / unit));
  };
  const [cache, hdfs] = [rounded('cacheShareAfter'), rounded('hdfsShareAfter')];
  return `bin/argus plan pin ${tenants.map((each, i) => `${each.tenant}=${cache[i]}/${hdfs[i]}`).join(' ')}`;
}

/** A command with a button that copies it; without access to the clipboard (plain HTTP) it is selected. */
function copyable(command) {
  const text = el('code', {id: 'command'}, command);
  const button = el('button', {type: 'button', class: 'button', click: async () => {
    getSelection().selectAllChildren(text);
    const copied = navigator.clipboard ? await navigator.clipboard.writeText(command).then(() => true, () => false) : document.execCommand('copy');
    button.textContent = copied ? 'Copied' : 'Selected: press Ctrl+C';
  }}, 'Copy');
  return el('div', {class: 'command'}, text, button);
}

const loss = (isolated, predicted) => (isolated > 0 ? Math.max(0, 1 - predicted / isolated) : 0);

/** Scores of no change and of the shares asked for, one row each. */
function scores(prediction) {
  const worst = (predicted) => Math.max(0, ...prediction.tenants.map((each) => loss(each.isolatedThroughput, each[predicted])));
  const rows = [{name: 'No change', ...prediction.before, worst: worst('predictedBefore')}, {name: 'These shares', ...prediction.after, worst: worst('predictedAfter')}];
  return table('compared', 'No change and these shares', [
    {name: '', text: true, cell: (row) => row.name},
    {name: 'D-score', cell: (row) => figure(row.dScore, as.ratio, 'dScore')},
    {name: 'J-index', cell: (row) => figure(row.jIndex, as.ratio, 'jIndex')},
    {name: 'Efficiency', cell: (row) => figure(row.efficiency, as.ratio, 'efficiency')},
    {name: 'Worst loss', cell: (row) => figure(row.worst, as.percent)},
  ], rows);
}

/** Relative change of the throughput; infinite from nothing to something. */
const gain = ({predictedBefore, predictedAfter}) => (predictedAfter === predictedBefore ? 0 : predictedAfter / predictedBefore - 1);

/** A tenant's throughput with no change and with these shares, as bars. The full width is its isolated throughput. */
function bars(tenant) {
  const full = Math.max(tenant.isolatedThroughput ?? 0, tenant.predictedBefore, tenant.predictedAfter, 1e-9);
  return el('div', {class: 'bars'}, [['now', 'predictedBefore', ''], ['then', 'predictedAfter', 'after']].flatMap(([name, member, kind]) => [
    el('span', {class: 'sub'}, name), meter(tenant[member] / full, kind), figure(tenant[member], as.rate, member),
  ]));
}

function answer(prediction) {
  const tenants = [...prediction.tenants].sort((a, b) => Math.abs(gain(b)) - Math.abs(gain(a)));
  return [
    el('h2', {}, 'Prediction'),
    table('predicted', 'Predicted throughput', [
      {name: 'Tenant', text: true, key: (a) => a.tenant, cell: (a) => a.tenant},
      {name: 'Ops/s', text: true, title: 'Predicted operations per second with no change and with these shares. The full width is what the tenant would reach alone on the cluster (estimated).', key: (a) => a.predictedAfter, cell: bars},
      {name: 'Change', key: gain, cell: (a) => el('span', {class: gain(a) >= 0.01 ? 'up' : gain(a) <= -0.01 ? 'down' : null}, Number.isFinite(gain(a)) ? as.signed(gain(a)) : 'new')},
      {name: 'Cache', title: 'Guaranteed share of the block cache: now → then', key: (a) => a.cacheShareAfter, cell: (a) => change(a, 'cacheShareBefore', 'cacheShareAfter')},
      {name: 'HDFS', title: 'Guaranteed share of HDFS throughput: now → then', key: (a) => a.hdfsShareAfter, cell: (a) => change(a, 'hdfsShareBefore', 'hdfsShareAfter')},
      {name: 'CPU', title: 'Guaranteed share of CPU time: now → then. It follows from weights and SLOs.', key: (a) => a.cpuShareAfter, cell: (a) => change(a, 'cpuShareBefore', 'cpuShareAfter')},
    ], tenants),
    el('h3', {}, 'To put these shares in force'), copyable(pinCommand(prediction.tenants)),
    el('p', {class: 'note'}, 'They stay until ', el('code', {}, 'bin/argus plan unpin'), ' gives the choice back to the planner.'),
    el('details', {}, el('summary', {}, 'Scores and changes'), scores(prediction), prediction.moves.length ? el('ul', {class: 'sub'}, prediction.moves.map((move) => el('li', {}, move))) : ''),
  ];
}
