/** The element that the menus of a list open at. */

/** The id of the list's bar. */
export const LIST_BAR = 'list-bar';

/** The focused button of the header, where somebody opens a menu; else the list's bar, or the page without a bar. */
export function listAnchor(): HTMLElement {
  const pressed = document.activeElement;
  if (pressed instanceof HTMLButtonElement && pressed.closest('header') !== null) return pressed;
  return document.getElementById(LIST_BAR) ?? document.body;
}
