// What an operator must know first, in one sentence, and the banner: what is wrong on the cluster, each thing once,
// on however many servers it is.

import {as, el} from './page.js';

const MAX_SHOWN = 8;
const MAX_NAMED = 3;

const KINDS = {PROBLEM: '', NOTE: 'warn', GOOD: 'good'};

/** One sentence, in the colour of its worst clause. */
export function headline({headline: {clauses}, writtenMillis}) {
  const worst = Object.keys(KINDS).find((severity) => clauses.some((clause) => clause.severity === severity));
  const since = ({sinceMillis}) => (sinceMillis ? ` (since ${as.recent(sinceMillis, writtenMillis)})` : '');
  return el('p', {class: `alert ${KINDS[worst]}`}, `${clauses.map((clause) => clause.text + since(clause)).join('; ')}.`);
}

/** Sentences; the same failure of a component on many servers is one. */
function problemsOf(status) {
  const failures = new Map();
  for (const server of status.servers) {
    for (const {component, state, reason} of server.components) {
      if (state === 'FAILED') {
        const what = `component ${component} FAILED: ${reason}`;
        failures.set(what, [...(failures.get(what) ?? []), as.server(server.server)]);
      }
    }
  }
  const where = (servers) => `${servers.slice(0, MAX_NAMED).join(', ')}${servers.length > MAX_NAMED ? ` and ${as.count(servers.length - MAX_NAMED)} more` : ''}`;
  return [...new Set([...status.problems, ...[...failures].map(([what, servers]) => `${where(servers)}: ${what}`)])];
}

/** The banner of a status; null if all is well. */
export function banner(status) {
  const problems = problemsOf(status);
  return problems.length ? el(
    'div', {class: 'alert warn'}, el('b', {}, `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`),
    el('ul', {}, problems.slice(0, MAX_SHOWN).map((each) => el('li', {}, each)), problems.length > MAX_SHOWN ? el('li', {}, `and ${problems.length - MAX_SHOWN} more: bin/argus doctor lists all`) : null),
  ) : null;
}
