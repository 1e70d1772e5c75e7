// Charts of the master's history below a view: minutes or hours, a range of them, and what happened.

import {el, json, put} from './page.js';
import {isRead, lineChart} from './charts.js';
import {timeRange} from './range.js';

const SPANS = {minutes: 'Minutes', hours: 'Hours'};

const sliced = (figures, from, to) => Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Array.isArray(value) ? value.slice(from, to) : value]));

/** Part of a history; each list in it is as long as millis. */
const within = (history, [from, to]) => ({...history, millis: history.millis.slice(from, to), scores: sliced(history.scores, from, to), tenants: history.tenants.map((tenant) => sliced(tenant, from, to))});

/**
 * Adds charts to a view.
 *
 * @param path address of the history of a span
 * @param draw the charts of a history; makes each by the function that it is given
 * @returns draws them anew
 */
export function historyCharts(view, path, draw) {
  const [buttons, charts] = [el('div'), el('div', {class: 'charts'})];
  let span = 'minutes';
  const choose = (name) => {
    span = name;
    range.choose(null);
  };
  const redraw = async () => {
    put(buttons, el('div', {class: 'segments', role: 'group', 'aria-label': 'Time span'}, Object.entries(SPANS).map(([name, text]) => el('button', {type: 'button', 'aria-pressed': String(span === name), click: () => choose(name)}, text))));
    const [history, {events}] = await Promise.all([json(path(span)), json('events.json')]);
    if (isRead(charts)) {
      return;
    }
    const shown = within(history, range.part(history.millis));
    const marks = range.show(shown.millis, events);
    section.hidden = false;
    put(charts, draw(shown, (chart) => lineChart({...chart, marks, onRange: range.choose})));
  };
  const range = timeRange(redraw);
  const section = el('section', {hidden: true}, el('div', {class: 'toolbar'}, el('h2', {}, 'Over time'), buttons, range.bar), charts, range.happened);
  view.append(section);
  return redraw;
}

/** A tenant's throughput as part of its isolated throughput; null where that is not known. */
export const ofIsolated = (tenant) => (tenant.operationsPerSecond ?? []).map((operations, i) => {
  const isolated = tenant.isolatedThroughput?.[i];
  return operations === null || !(isolated > 0) ? null : operations / isolated;
});
