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

const MODES = {LOCAL: 'is switched off by argus off --local', SERVER: 'has a mode of its own, by argus mode --server', GUARD: 'lost the mode of its own: its guard has tripped'};
const RANK = ['bad', 'warn', ''];

/** What is other than it should be, each thing once, with the servers of which it is so; the worst first. */
export function exceptions(status) {
  const found = new Map();
  const say = (kind, text, {server}) => found.set(text, {kind, text, servers: [...(found.get(text)?.servers ?? []), server]});
  status.withoutArgus.forEach((server) => say('warn', 'does not report: it runs without Argus', {server}));
  for (const server of status.servers) {
    server.components.filter(({state}) => state !== 'ACTIVE').forEach(({component, state, reason}) => say(state === 'FAILED' ? 'bad' : '', `component ${component} ${state}: ${reason}`, server));
    if (server.planVersion < status.planVersion) {
      say('warn', `applies an earlier plan than v${status.planVersion}`, server);
    }
    if (MODES[server.setup?.modeOrigin]) {
      say('warn', MODES[server.setup.modeOrigin], server);
    }
  }
  return [...found.values()].sort((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind) || b.servers.length - a.servers.length);
}

/** Sentences. */
function problemsOf(status) {
  const where = (servers) => `${servers.slice(0, MAX_NAMED).map(as.server).join(', ')}${servers.length > MAX_NAMED ? ` and ${as.count(servers.length - MAX_NAMED)} more` : ''}`;
  return [...new Set([...status.problems, ...exceptions(status).filter(({kind}) => kind === 'bad').map(({text, servers}) => `${where(servers)}: ${text}`)])];
}

/** The banner of a status; null if all is well. */
export function banner(status) {
  const problems = problemsOf(status);
  return problems.length ? el(
    'div', {class: 'alert warn'}, el('b', {}, `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`),
    el('ul', {}, problems.slice(0, MAX_SHOWN).map((each) => el('li', {}, each)), problems.length > MAX_SHOWN ? el('li', {}, `and ${problems.length - MAX_SHOWN} more: bin/argus doctor lists all`) : null),
  ) : null;
}
