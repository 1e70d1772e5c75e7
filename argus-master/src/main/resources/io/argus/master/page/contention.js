// Who waits because of whom.

import {as, el, figure, heatCell, json, put, table} from './page.js';

const MAX_COLUMNS = 12;

export function contention(view) {
  return async () => {
    const {victims} = await json('contention-now.json');
    const total = new Map();
    victims.forEach((victim) => victim.causes.forEach((cause) => total.set(cause.tenant, (total.get(cause.tenant) ?? 0) + cause.waitFraction)));
    const causes = [...total.keys()].sort((a, b) => total.get(b) - total.get(a)).slice(0, MAX_COLUMNS);
    const most = Math.max(1e-9, ...victims.flatMap((victim) => victim.causes.map((cause) => cause.waitFraction)));
    const columns = [
      {name: 'Waiting tenant', text: true, key: (v) => v.tenant, cell: (v) => el('a', {href: `#tenant/${v.tenant}`}, v.tenant)},
      {name: 'Requests waiting', title: 'Mean number of requests that wait', key: (v) => v.waitFraction, cell: (v) => figure(v.waitFraction, as.ratio, 'waitFraction')},
      ...causes.map((cause) => ({name: cause, key: (v) => wait(v, cause), cell: (v) => heat(wait(v, cause), most, v.tenant === cause)})),
    ];
    put(
      view,
      el('p', {class: 'note'}, 'The mean number of waiting requests of the tenant in each row, divided among the tenants served meanwhile (columns). A wait for HDFS is divided by the bytes that each tenant moves on the same server, a wait for a handler by handler time. Italics: what a tenant waits for itself. These are estimates from usage reports.'),
      victims.length ? table('current-contention', 'Contention', columns, [...victims].sort((a, b) => b.waitFraction - a.waitFraction)) : el('div', {class: 'empty'}, 'No tenant waits.'),
    );
  };
}

const wait = (victim, cause) => victim.causes.find((each) => each.tenant === cause)?.waitFraction ?? 0;

function heat(value, most, own) {
  return heatCell(own ? 'i' : 'span', value > 0 ? as.ratio(value) : '·', value, most);
}
