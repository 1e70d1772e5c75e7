// How a tenant fares: the same order, words and colours everywhere.

import {as, badge} from './page.js';

/** SLOs that are missed, by tenant. */
export const missedSlos = (status) => new Map((status.slos ?? []).filter((slo) => slo.verdict === 'MISSED').map((slo) => [slo.tenant, slo]));

/** Whether a tenant has what is agreed and guaranteed, in words and a colour. */
export function state(tenant, status) {
  const slo = missedSlos(status).get(tenant.tenant);
  if (slo) {
    return badge(`misses its SLO: ${slo.text}`, 'bad');
  }
  if (tenant.belowShare) {
    return badge(`${as.percent(tenant.operationsPerSecond / tenant.guaranteedThroughput)} of its guarantee`, 'bad');
  }
  if (tenant.capped) {
    return badge('waits for its cap', 'warn');
  }
  const held = tenant.classes?.find((each) => each.capped);
  if (held) {
    return badge(`class ${held.name} waits for its cap`, 'warn');
  }
  return tenant.demandLimited ? badge('asks for less') : status.mode === 'ENFORCE' ? badge('as guaranteed', 'good') : badge('not enforced');
}

/** The tenants, the worst off first: below their SLO, below their guarantee, then by loss. */
export function worstFirst(status) {
  const missed = missedSlos(status);
  const rank = (tenant) => (missed.has(tenant.tenant) ? 0 : tenant.belowShare ? 1 : tenant.demandLimited ? 3 : 2);
  return [...status.tenants].sort((a, b) => rank(a) - rank(b) || b.throughputLoss - a.throughputLoss || b.operationsPerSecond - a.operationsPerSecond);
}
