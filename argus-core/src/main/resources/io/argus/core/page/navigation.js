// HBase's own navigation bar. HBase 2 has it as a page of its own, so that the Argus page shows the same links as
// the other pages of this server, whatever its version. Without that page (HBase 0.94) the links of the file stay.

import {el} from './page.js';

// The path of HBase's web UI: not / behind a proxy that puts it below a path. A proxy may rewrite HBase's links, or not.
const root = new URL('..', location.href).pathname;
const isArgus = (link) => link.getAttribute('href') === 'argus/';
const isLocal = (link) => isArgus(link) || /^\/(?!\/)/.test(link.getAttribute('href') ?? '');
const address = (href) => (href.startsWith(root) ? href : root + href.replace(/^\//, ''));
const anchor = (link) => el('a', {href: address(link.getAttribute('href')), 'aria-current': isArgus(link) ? 'page' : null}, link.textContent.trim());

/** An entry of the bar; one with a menu becomes a disclosure. Only texts and local addresses are taken over. */
function entry(item) {
  const links = [...item.querySelectorAll('a')].filter(isLocal);
  const name = item.querySelector('.dropdown-toggle')?.textContent.trim();
  if (name) {
    return el('li', {}, el('details', {class: 'menu'}, el('summary', {}, name), el('ul', {}, links.map((link) => el('li', {}, anchor(link))))));
  }
  return links.length ? el('li', {}, anchor(links[0])) : null;
}

export async function takeOverNavigation() {
  const reply = await fetch(`${root}header.jsp`).catch(() => null);
  const bar = reply?.ok ? new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('ul.navbar-nav') : null;
  const entries = [...(bar?.children ?? [])].map(entry).filter((each) => each !== null);
  if (entries.length) {
    const argus = entries.some((each) => each.querySelector('[aria-current]')) ? [] : [el('li', {}, el('a', {href: './', 'aria-current': 'page'}, 'Argus'))];
    document.querySelector('.navbar ul').replaceChildren(...entries, ...argus);
  }
}
