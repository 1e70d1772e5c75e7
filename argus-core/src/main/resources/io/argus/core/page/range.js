// The time that the charts of a page show, and what happened in it. The reader drags over a chart to choose a
// range; all charts then show only that, until the reader goes back to all of it.

import {as, el, put} from './page.js';
import {markSign} from './charts.js';

const KINDS = {PLAN: 'plan change', MODE: 'mode change', FAULT: 'fault'};
const MAX_LISTED = 50;

/**
 * The range of a view.
 *
 * @param redraw draws the view anew when the range changes
 */
export function timeRange(redraw) {
  let chosen = null;
  const choose = (from, to) => {
    chosen = from === null ? null : {from, to};
    redraw();
  };
  const [bar, list] = [el('span', {class: 'range'}), el('div')];
  const summary = el('summary');
  const happened = el('details', {class: 'events'}, summary, list);

  /** The part of these times that is in the range, from an index to before another; all if the range is over. */
  const part = (millis) => {
    const from = chosen ? millis.findIndex((each) => each >= chosen.from) : 0;
    const to = chosen ? millis.findLastIndex((each) => each <= chosen.to) + 1 : millis.length;
    if (chosen && (from < 0 || to - from < 2)) {
      chosen = null;
      return [0, millis.length];
    }
    return [from, to];
  };

  /** Says which time is shown and what happened then; returns that. */
  const show = (millis, events) => {
    const shown = events.filter((event) => event.millis >= millis[0] && event.millis <= millis[millis.length - 1]);
    const long = millis[millis.length - 1] - millis[0] > 8 * 3600e3;
    put(bar, chosen ? [
      `${as.moment(chosen.from, long)} to ${as.moment(chosen.to, long)} `, el('button', {type: 'button', class: 'button', click: () => choose(null)}, 'Show all'),
    ] : el('span', {class: 'note'}, 'Drag over a chart to see only that time.'));
    put(summary, ...Object.entries(KINDS).flatMap(([kind, name]) => {
      const count = shown.filter((event) => event.kind === kind).length;
      return [el('span', {class: 'key'}, markSign(kind), ` ${count} ${name}${count === 1 ? '' : 's'}`), ' '];
    }));
    put(list, shown.length ? el('ul', {}, shown.slice(-MAX_LISTED).reverse().map((event) => el('li', {}, markSign(event.kind), ' ', el('b', {}, as.moment(event.millis, long)), ` ${event.text}`))) : el('p', {class: 'note'}, 'Nothing happened in this time.'));
    return shown;
  };
  return {bar, happened, part, show, choose};
}
