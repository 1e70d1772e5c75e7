// How badly off a tenant is: the same order, words and colours everywhere.

import {as, badge, el, figure} from './page.js';

const LEVELS = [{least: 0.5, word: 'high', kind: 'bad'}, {least: 0.25, word: 'medium', kind: 'warn'}, {least: 0, word: 'low', kind: 'good'}];

const levelOf = (loss) => LEVELS.find((level) => loss >= level.least) ?? LEVELS[LEVELS.length - 1];

/** A loss as figure, word and colour. */
export function loss(tenant) {
  const {throughputLoss, demandLimited} = tenant;
  const shown = figure(throughputLoss, as.percent, 'throughputLoss');
  if (demandLimited) {
    return [shown, ' ', badge('demand-limited')];
  }
  const {word, kind} = levelOf(throughputLoss);
  return el('span', {class: `badge ${kind}`}, shown, ` ${word}`);
}

/** SLOs that are missed, by tenant. */
export const missedSlos = (status) => new Map((status.slos ?? []).filter((slo) => slo.verdict === 'MISSED').map((slo) => [slo.tenant, slo]));

/** The tenants, the worst off first: below their SLO, below their share, then by loss. */
export function worstFirst(status) {
  const missed = missedSlos(status);
  const rank = (tenant) => (missed.has(tenant.tenant) ? 0 : tenant.belowShare ? 1 : tenant.demandLimited ? 3 : 2);
  return [...status.tenants].sort((a, b) => rank(a) - rank(b) || b.throughputLoss - a.throughputLoss || b.operationsPerSecond - a.operationsPerSecond);
}
