// Where the reader is: the way back from a view to the pages above it.

import {el, put} from './page.js';

/**
 * @param element that shows the way
 * @param steps name and address of each page, the last one is the one shown
 */
export function breadcrumb(element, steps) {
  put(element, el('ol', {}, steps.map(([name, href], i) => el('li', {}, i < steps.length - 1 ? el('a', {href}, name) : el('span', {'aria-current': 'page'}, name)))));
}
