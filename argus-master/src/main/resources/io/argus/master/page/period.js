// The time that the page shows: the present, or what the address names, such as ?from=6h or
// ?from=2026-11-24T03:10Z&to=2026-11-24T04:10Z. A time that names no zone is of the reader's.

import {el} from './page.js';

const MINUTE = 60e3;
const HOUR = 60 * MINUTE;
const SPANS = [['1h', 'Last hour'], ['6h', '6 hours'], ['24h', 'Day']];

/** What the address asks for; null for the present. */
export function askedPeriod() {
  const asked = new URLSearchParams(location.search);
  return asked.has('from') || asked.has('to') ? {from: asked.get('from'), to: asked.get('to')} : null;
}

/** The query of a document of a period. */
export function periodQuery(period, tenant) {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  const parameters = Object.entries({...period, zone: timeZone, tenant}).filter(([, value]) => value !== null && value !== undefined);
  return new URLSearchParams(parameters).toString();
}

const written = (millis) => `${new Date(millis).toISOString().slice(0, 16)}Z`;

/** As the command line takes it. */
export const periodOptions = ({fromMillis, toMillis}) => `--from ${written(fromMillis)} --to ${written(toMillis)}`;

/** Shows the same view from one time to another. */
export function showPeriod(fromMillis, toMillis) {
  location.search = `?from=${written(fromMillis)}&to=${written(Math.max(toMillis, fromMillis + MINUTE))}`;
}

const local = (millis) => new Date(millis - new Date(millis).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);

function own(shown) {
  const input = (name, millis) => el('input', {type: 'datetime-local', name, required: true, value: local(millis)});
  const [from, to] = [input('from', shown?.fromMillis ?? Date.now() - HOUR), input('to', shown?.toMillis ?? Date.now())];
  const submit = (event) => {
    event.preventDefault();
    showPeriod(new Date(from.value).getTime(), new Date(to.value).getTime());
  };
  return el('details', {class: 'own'}, el('summary', {}, 'Other time'), el('form', {submit}, el('label', {}, 'from ', from), el('label', {}, 'to ', to), el('button', {class: 'button'}, 'Show')));
}

/**
 * Chooses the time; each choice keeps the view.
 *
 * @param shown the period that is shown, as soon as it is known
 */
export function periodControl(shown) {
  const asked = askedPeriod();
  const link = (search, text, current) => el('a', {href: `${location.pathname}${search}${location.hash}`, 'aria-current': current ? 'true' : null}, text);
  const spans = SPANS.map(([from, text]) => link(`?from=${from}`, text, asked?.from === from && asked.to === null));
  return [el('nav', {class: 'segments', 'aria-label': 'Time'}, link('', 'Now', !asked), spans), own(shown)];
}
