// The Argus page of a master: selects the view, and shows the banner and the way back.

import {as, badge, el, every, figure, json, put, putOnce} from './page.js';
import {breadcrumb} from './breadcrumb.js';
import {takeOverNavigation} from './navigation.js';
import {contention} from './contention.js';
import {overview} from './overview.js';
import {plans} from './plans.js';
import {banner, headline} from './problems.js';
import {scores} from './scores.js';
import {servers} from './servers.js';
import {tenantView} from './tenant.js';
import {usage} from './usage.js';
import {whatIf} from './what-if.js';

const PERIOD_MILLIS = 4000;
const TABS = [['', 'Overview'], ['plans', 'Plans'], ['what-if', 'What if'], ['contention', 'Contention'], ['usage', 'Usage'], ['servers', 'Servers'], ['scores', 'Scores']];
const VIEWS = {'': overview, plans, 'what-if': whatIf, contention, usage, servers, scores, tenant: tenantView};
const at = (id) => document.getElementById(id);

/** Mode and plan on every view but the overview, which leads with them. */
function facts(status, name) {
  const plan = status.planVersion ? [el('b', {}, figure(status.planVersion, (v) => `plan v${v}`, 'planVersion')), ` ${status.planMode.toLowerCase()}, `, figure(status.planAgeMillis, as.age, 'planAgeMillis'), ' old'] : ['no plan yet'];
  return name === '' ? [] : [badge(`mode: ${status.mode.toLowerCase()}`, status.mode === 'ENFORCE' ? 'good' : 'warn'), ' · ', ...plan];
}

function head(status, name) {
  put(at('facts'), facts(status, name));
  const updated = as.clock(status.writtenMillis);
  document.documentElement.dataset.updated = updated;
  put(at('updated'), `as of ${updated} · `, el('a', {href: 'status.json'}, 'JSON'));
  putOnce(at('headline'), headline(status));
  putOnce(at('problems'), banner(status));
}

function navigate(name, argument) {
  put(at('tabs'), TABS.map(([hash, text]) => el('a', {href: `#${hash}`, 'aria-current': hash === name ? 'page' : null}, text)));
  const home = [['HBase master', '/master-status'], ['Argus', '#']];
  const here = name === 'tenant' ? `Tenant ${argument}` : TABS.find(([hash]) => hash === name)[1];
  breadcrumb(at('breadcrumb'), name === '' ? home : [...home, [here, '']]);
}

/** Name and argument of the view that the address names; the overview if there is no such view. */
function addressed() {
  const [name, ...argument] = location.hash.slice(1).split('/');
  return Object.hasOwn(VIEWS, name) ? [name, decodeURIComponent(argument.join('/'))] : ['', ''];
}

let shown = {hash: null, update: null};

async function update() {
  const status = await json('status.json');
  const [name, argument] = addressed();
  const hash = argument ? `${name}/${argument}` : name;
  head(status, name);
  if (shown.hash !== hash) {
    navigate(name, argument);
    at('view').replaceChildren();
    shown = {hash, update: VIEWS[name](at('view'), argument)};
  }
  await shown.update(status);
  at('view').dataset.ready = hash || 'overview';
}

takeOverNavigation();
const refresh = every(PERIOD_MILLIS, update);
window.addEventListener('hashchange', refresh);
