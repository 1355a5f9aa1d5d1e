/** Whether the page is being printed: pages then show all rows, full addresses and exact times, without controls. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const preparations = new Set<() => Promise<void>>();

/** Work that must end before the page is printed; it never rejects. Returns the way to withdraw it. */
export function prepareForPrint(prepare: () => Promise<void>): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

/** Prints the page, once what the paper shows besides the screen has been read. */
export async function printPage(): Promise<void> {
  await Promise.all([...preparations].map((prepare) => prepare()));
  window.print();
}

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
  // The browser does not wait for a reading that begins with 'beforeprint'.
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key !== 'p' || !(ctrlKey || metaKey) || shiftKey || altKey || preparations.size === 0) return;
    event.preventDefault();
    void printPage();
  });
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
