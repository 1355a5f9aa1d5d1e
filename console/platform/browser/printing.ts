/** Whether the page is being printed: pages then show all rows, full addresses and exact times, without controls. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const listeners = new Set<() => void>();

function print(now: boolean): void {
  printing = now;
  // Before the browser lays out the paper.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

/** Paper is white: a dark theme is left while the page is printed. Call once, at the start. */
export function preparePrinting(): void {
  const page = document.documentElement;
  let theme: string | null = null;
  window.addEventListener('beforeprint', () => {
    theme ??= page.getAttribute('data-theme');
    page.setAttribute('data-theme', 'light');
    print(true);
  });
  window.addEventListener('afterprint', () => {
    if (theme !== null) page.setAttribute('data-theme', theme);
    theme = null;
    print(false);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}
