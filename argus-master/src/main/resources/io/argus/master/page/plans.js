// The plan history: the last plans with their reasons.

import {as, badge, el, json, put} from './page.js';

const THE_SAME = 5e-3;

const change = (before, after) => el('span', {class: after > before + THE_SAME ? 'up' : after < before - THE_SAME ? 'down' : null}, `${as.ratio(before)} → ${as.ratio(after)}${after > before + THE_SAME ? ' ↑' : after < before - THE_SAME ? ' ↓' : ''}`);

function scores(before, after) {
  return el('details', {class: 'facts'}, el('summary', {}, 'Predicted scores'), 'predicted D-score ', change(before.dScore, after.dScore), ' · J-index ', change(before.jIndex, after.jIndex), ' · efficiency ', change(before.efficiency, after.efficiency));
}

export function plans(view) {
  let shown = null;
  return async (status) => {
    const history = await json('plans.json');
    const newest = history.plans[0]?.version;
    if (shown === newest) {
      return;
    }
    shown = newest;
    put(view, el('p', {class: 'note'}, 'The last plans, the latest first: the reason for each, and the shares that moved.'), history.plans.length ? history.plans.map((plan) => planCard(plan, status)) : el('div', {class: 'empty'}, 'No plan yet.'));
  };
}

function planCard(plan, status) {
  const predicted = plan.before.dScore > 0 || plan.after.dScore > 0;
  return el(
    'article', {class: 'plan', 'data-plan': plan.version},
    el('h3', {}, `v${plan.version} `, badge(plan.mode.toLowerCase()), plan.version === status.planVersion ? [' ', badge('in force', 'good')] : '', ' ', el('span', {class: 'sub'}, as.date(plan.createdMillis), plan.borrowing ? '' : ', without borrowing')),
    el('p', {}, plan.reason),
    predicted ? scores(plan.before, plan.after) : '',
    plan.moves.length ? el('ul', {}, plan.moves.map((move) => el('li', {}, move))) : '',
  );
}
