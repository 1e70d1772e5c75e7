// The Argus page of a master: selects the view, and shows the banner and the way back.

import {as, badge, el, every, figure, json, put, putOnce} from './page.js';
import {breadcrumb} from './breadcrumb.js';
import {takeOverNavigation} from './navigation.js';
import {contention} from './contention.js';
import {overview} from './overview.js';
import {banners, onlyNow, PAST, recorded} from './past.js';
import {askedPeriod, periodControl} from './period.js';
import {plans} from './plans.js';
import {banner, headline} from './problems.js';
import {scores} from './scores.js';
import {servers} from './servers.js';
import {tenantView} from './tenant.js';
import {usage} from './usage.js';
import {whatIf} from './what-if.js';

const PERIOD_MILLIS = 4000;
const AGAIN_MILLIS = 1000;
const COMPUTING = 503;
const WRONG = 400;
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
  put(at('period'), periodControl());
}

/** Name and argument of the view that the address names; the overview if there is no such view. */
function addressed() {
  const [name, ...argument] = location.hash.slice(1).split('/');
  return Object.hasOwn(VIEWS, name) ? [name, decodeURIComponent(argument.join('/'))] : ['', ''];
}

let shown = {hash: null, update: null};

/** Shows another view if the address names another one. */
function show(hash, name, argument, begin) {
  if (shown.hash !== hash) {
    navigate(name, argument);
    at('view').replaceChildren();
    shown = {hash, update: begin()};
  }
  return shown.update;
}

async function updateNow(hash, name, argument) {
  const status = await json('status.json');
  head(status, name);
  await show(hash, name, argument, () => VIEWS[name](at('view'), argument))(status);
}

/** Draws a document of the past once: it does not change while somebody reads it. */
function pastView(name, argument) {
  let drawn = null;
  return (document) => {
    if (drawn !== document) {
      drawn = document;
      put(at('period'), periodControl(document));
      PAST[name](at('view'), document, argument);
    }
  };
}

async function updatePast(period, hash, name, argument) {
  const update = show(hash, name, argument, () => PAST[name] ? pastView(name, argument) : () => put(at('view'), onlyNow(TABS.find(([tab]) => tab === name)[1])));
  put(at('facts'), badge('the past', 'warn'));
  try {
    const document = await recorded(period, name === 'tenant' ? argument : null);
    const [which, problems] = banners(document);
    putOnce(at('headline'), which);
    putOnce(at('problems'), problems);
    update(document);
  } catch (e) {
    if (e.status === COMPUTING) {
      if (!at('view').firstChild) {
        put(at('view'), el('div', {class: 'empty', role: 'status'}, `Recorded history is being read: ${e.message}.`));
      }
      setTimeout(refresh, AGAIN_MILLIS);
    } else if (e.status === WRONG) {
      put(at('view'), el('div', {class: 'alert', role: 'alert'}, e.message));
    } else {
      throw e;
    }
  }
}

async function update() {
  const [name, argument] = addressed();
  const hash = argument ? `${name}/${argument}` : name;
  const period = askedPeriod();
  await (period ? updatePast(period, hash, name, argument) : updateNow(hash, name, argument));
  at('view').dataset.ready = hash || 'overview';
}

takeOverNavigation();
const refresh = every(PERIOD_MILLIS, update);
window.addEventListener('hashchange', refresh);
