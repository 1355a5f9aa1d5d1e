/** Arrow keys in a list of expandable entries: up and down move, right expands, left collapses. */
import type { KeyboardEvent } from 'react';

/** Props of an entry in such a list. */
export const ITEM_PROPS = { tabIndex: -1, 'data-entry': true } as const;

/** For the list's onKeyDown. Tab reaches the list itself. */
export function handleArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  const fold = entries[at]?.querySelector<HTMLElement>('[aria-expanded]');
  const isOpen = fold?.getAttribute('aria-expanded') === 'true';
  const go = (to: number) => entries[Math.min(Math.max(to, 0), entries.length - 1)]?.focus();
  switch (event.key) {
    case 'ArrowDown':
      go(at + 1);
      break;
    case 'ArrowUp':
      go(at - 1);
      break;
    case 'Home':
      go(0);
      break;
    case 'End':
      go(entries.length - 1);
      break;
    case 'ArrowRight':
      if (!isOpen) fold?.click();
      break;
    case 'ArrowLeft':
      if (isOpen) fold?.click();
      break;
    default:
      return;
  }
  event.preventDefault();
}
