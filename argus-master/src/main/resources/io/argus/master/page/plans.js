// Views of a master's page: the plan history, what-if, and interference.

import {as, badge, el, figure, heatCell, json, put, table} from './page.js';

const change = (before, after) => el('span', {class: after > before + 5e-4 ? 'up' : after < before - 5e-4 ? 'down' : null}, `${as.score(before)} → ${as.score(after)}${after > before + 5e-4 ? ' ↑' : after < before - 5e-4 ? ' ↓' : ''}`);

function scores(before, after) {
  return el('p', {class: 'facts'}, 'predicted D-score ', change(before.dScore, after.dScore), ' · J-index ', change(before.jIndex, after.jIndex), ' · efficiency ', change(before.efficiency, after.efficiency));
}

export function plans(view) {
  let shown = null;
  return async (status) => {
    const history = await json('/argus/plans.json');
    const newest = history.plans[0]?.version;
    if (shown === newest) {
      return;
    }
    shown = newest;
    put(view, el('p', {class: 'note'}, 'The last plans, the latest first: the reason for each, the predicted scores before and after, and the shares that moved.'), history.plans.length ? history.plans.map((plan) => planCard(plan, status)) : el('div', {class: 'empty'}, 'No plan yet.'));
  };
}

function planCard(plan, status) {
  const predicted = plan.before.dScore > 0 || plan.after.dScore > 0;
  return el(
    'article', {class: 'plan', 'data-plan': plan.version},
    el('h3', {}, `v${plan.version} `, badge(plan.mode), plan.version === status.planVersion ? [' ', badge('in force', 'good')] : '', ' ', el('span', {class: 'sub'}, new Date(plan.createdMillis).toLocaleString('en-GB'), plan.borrowing ? '' : ', without borrowing')),
    el('p', {}, plan.reason),
    predicted ? scores(plan.before, plan.after) : '',
    plan.moves.length ? el('ul', {}, plan.moves.map((move) => el('li', {}, move))) : '',
  );
}

/** What-if: predicts the effect of other shares, without changing anything. */
export function whatIf(view) {
  let built = false;
  return (status) => {
    if (built) {
      return;
    }
    built = true;
    const [rows, result] = [el('div'), el('div', {'aria-live': 'polite'})];
    const add = (tenant) => rows.append(whatIfRow(status, tenant));
    const form = el(
      'form', {class: 'whatif panel', submit: (event) => {
        event.preventDefault();
        ask(form, result, status);
      }},
      el('p', {class: 'note'}, 'What would happen if tenants had these guaranteed shares? The other tenants give or take in proportion to their own. This only asks the planner’s model. To put shares in force, use ', el('code', {}, 'bin/argus plan pin'), '.'),
      rows,
      el('div', {class: 'toolbar'}, el('button', {class: 'button primary'}, 'Predict'), el('button', {type: 'button', class: 'button', click: () => add(status.tenants[Math.min(rows.children.length, status.tenants.length - 1)])}, 'Add a tenant')),
    );
    put(view, form, result);
    if (status.tenants.length) {
      add([...status.tenants].sort((a, b) => b.throughputViolation - a.throughputViolation)[0]);
      ask(form, result, status);
    }
  };
}

function whatIfRow(status, tenant) {
  const select = el('select', {name: 'tenant'}, status.tenants.map((each) => el('option', {value: each.tenant, selected: each === tenant}, each.tenant)));
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

async function ask(form, result, status) {
  const asked = [...form.querySelectorAll('.row')].map((row) => {
    const value = (name) => row.querySelector(`[name=${name}]`).value;
    return `${encodeURIComponent(value('tenant'))}=${value('cache') / 100}/${value('hdfs') / 100}`;
  });
  try {
    put(result, answer(await json(`/argus/what-if.json?${asked.join('&')}`), status));
  } catch (e) {
    put(result, el('div', {class: 'alert', role: 'alert'}, e.message));
  }
}

function answer(prediction, status) {
  const now = new Map(status.tenants.map((each) => [each.tenant, each]));
  const shares = new Map(prediction.reservations.map((each) => [each.tenant, each]));
  const arrow = (from, to) => (Math.abs(from - to) < 5e-4 ? as.percent(to) : `${as.percent(from)} → ${as.percent(to)}`);
  const slowdown = (each) => (each.isolatedThroughput > 0 ? Math.max(0, 1 - each.predictedThroughput / each.isolatedThroughput) : 0);
  return [
    el('h2', {}, 'Prediction'), scores(prediction.before, prediction.after),
    table('predicted', 'Predicted throughput', [
      {name: 'Tenant', text: true, key: (a) => a.tenant, cell: (a) => a.tenant},
      {name: 'Cache', title: 'Guaranteed share of the block cache: now → then', cell: (a) => arrow(now.get(a.tenant)?.cacheShare ?? 0, shares.get(a.tenant).cacheShare)},
      {name: 'HDFS', title: 'Guaranteed share of HDFS throughput: now → then', cell: (a) => arrow(now.get(a.tenant)?.hdfsShare ?? 0, shares.get(a.tenant).hdfsShare)},
      {name: 'Predicted ops/s', key: (a) => a.predictedThroughput, cell: (a) => figure(a.predictedThroughput, as.rate, 'predictedThroughput')},
      {name: 'Ops/s now', key: (a) => now.get(a.tenant)?.operationsPerSecond ?? 0, cell: (a) => figure(now.get(a.tenant)?.operationsPerSecond, as.rate, 'operationsPerSecond')},
      {name: 'Isolated ops/s', title: 'Isolated throughput: an estimate of what the tenant would reach alone on the cluster', key: (a) => a.isolatedThroughput, cell: (a) => figure(a.isolatedThroughput, as.rate, 'isolatedThroughput')},
      {name: 'Predicted slowdown', key: slowdown, cell: (a) => as.percent(slowdown(a))},
      {name: 'Function', title: 'The performance function that the prediction rests on', text: true, cell: (a) => a.function},
    ], prediction.assumptions),
    prediction.moves.length ? el('ul', {class: 'sub'}, prediction.moves.map((move) => el('li', {}, move))) : '',
  ];
}

const MOST_COLUMNS = 12;

export function interference(view) {
  return async () => {
    const {victims} = await json('/argus/interference.json');
    const total = new Map();
    victims.forEach((victim) => victim.causes.forEach((cause) => total.set(cause.tenant, (total.get(cause.tenant) ?? 0) + cause.waitFraction)));
    const causes = [...total.keys()].sort((a, b) => total.get(b) - total.get(a)).slice(0, MOST_COLUMNS);
    const most = Math.max(1e-9, ...victims.flatMap((victim) => victim.causes.map((cause) => cause.waitFraction)));
    const columns = [
      {name: 'Waiting tenant', text: true, key: (v) => v.tenant, cell: (v) => el('a', {href: `#tenant/${v.tenant}`}, v.tenant)},
      {name: 'Requests waiting', title: 'Mean number of requests that wait', key: (v) => v.waitFraction, cell: (v) => figure(v.waitFraction, as.ratio, 'waitFraction')},
      ...causes.map((cause) => ({name: cause, key: (v) => wait(v, cause), cell: (v) => heat(wait(v, cause), most, v.tenant === cause)})),
    ];
    put(
      view,
      el('p', {class: 'note'}, 'The mean number of waiting requests of the tenant in each row, divided among the tenants served meanwhile (columns). A wait for HDFS is divided by the bytes that each tenant moves on the same server, a wait for a handler by handler time. Italics: what a tenant waits for itself. These are estimates from usage reports.'),
      victims.length ? table('interference', 'Interference', columns, [...victims].sort((a, b) => b.waitFraction - a.waitFraction)) : el('div', {class: 'empty'}, 'No tenant waits.'),
    );
  };
}

const wait = (victim, cause) => victim.causes.find((each) => each.tenant === cause)?.waitFraction ?? 0;

function heat(value, most, own) {
  return heatCell(own ? 'i' : 'span', value > 0 ? as.ratio(value) : '·', value, most);
}
