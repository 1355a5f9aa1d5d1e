/** The element that the menus of a list open at. */

/** The id of the list's bar. */
export const LIST_BAR = 'list-bar';

/** The bar of the list on this page; the page itself if it has none yet. */
export function listAnchor(): HTMLElement {
  return document.getElementById(LIST_BAR) ?? document.body;
}
