// Where a tenant's time goes.

import {as, el, figure, table} from './page.js';

/** Figures are seconds per second, all requests of a tenant together: the mean number of requests there. */
export const PHASES = [
  {member: 'queueWaitFraction', name: 'waiting in its queue', verdict: 'It mostly waits for a handler: handlers are busy with other requests.'},
  {member: 'hdfsWaitFraction', name: 'waiting for I/O admission', verdict: 'It mostly waits for I/O admission: its cache misses need more than its HDFS share.'},
  {member: 'hdfsReadFraction', name: 'reading from HDFS', verdict: 'It mostly reads from HDFS: the disks and the network take the time, not Argus.'},
  {member: 'handlerFraction', name: 'in a handler (cache, CPU)', verdict: 'It mostly runs in handlers, on blocks from the cache: nothing delays it.'},
  {member: 'capWaitFraction', name: 'waiting for its cap', verdict: 'It mostly waits for its cap: it may not do more.', rare: true},
];

const classOf = (phase) => `f${PHASES.indexOf(phase) + 1}`;

/** @param title for a time that is over */
export function timePanel(usage, operationsPerSecond, title = 'Where its time goes') {
  const phases = PHASES.filter((phase) => !phase.rare || usage[phase.member] > 0);
  const all = phases.reduce((sum, phase) => sum + (usage[phase.member] ?? 0), 0);
  const section = el('section', {class: 'panel', id: 'time'}, el('h2', {}, title));
  if (!(all > 0)) {
    section.append(el('div', {class: 'empty'}, 'It has no requests.'));
    return section;
  }
  const longest = phases.reduce((a, b) => (usage[a.member] >= usage[b.member] ? a : b));
  const bar = el('div', {class: 'stack', 'aria-hidden': 'true'}, phases.map((phase) => {
    const part = usage[phase.member] / all;
    const piece = el('span', {class: classOf(phase)}, part > 0.08 ? as.percent(part) : '');
    piece.style.flexGrow = part;
    return piece;
  }));
  section.append(
    el('p', {class: 'verdict'}, longest.verdict), bar,
    table('phases', title, [
      {name: 'Requests are', text: true, cell: (phase) => [el('span', {class: `swatch ${classOf(phase)}`}), phase.name]},
      {name: 'of the time', cell: (phase) => as.percent(usage[phase.member] / all)},
      {name: 'per operation', cell: (phase) => (operationsPerSecond > 0 ? as.seconds(usage[phase.member] / operationsPerSecond) : '–')},
      {name: 'requests on average', cell: (phase) => figure(usage[phase.member], as.ratio, phase.member)},
    ], phases),
    el('p', {class: 'note'}, 'Sums over all region servers. The time of a multi request is divided among its operations.'),
  );
  return section;
}
