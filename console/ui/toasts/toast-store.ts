/** What the console has to say in passing. A store outside React, so that work that outlives its dialog can speak. */
import { useSyncExternalStore } from 'react';

/** Most toasts at once (infra/docs/product.md, "Screens"). */
const MOST = 3;
/** How long a dismissed toast stays in the list while it animates out. */
const REMOVE_MS = 5_000;

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly lines: readonly string[];
  readonly severity: 'plain' | 'destructive';
  readonly action: { readonly label: string; readonly run: () => void } | null;
  readonly open: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, newest first; the oldest makes room. */
export function notify(
  title: string,
  more: { lines?: readonly string[]; severity?: Toast['severity']; action?: { label: string; run: () => void } } = {},
): void {
  lastId += 1;
  const toast: Toast = {
    id: lastId,
    title,
    lines: more.lines ?? [],
    severity: more.severity ?? 'plain',
    action: more.action ?? null,
    open: true,
  };
  set([toast, ...toasts.filter(({ open }) => open)].slice(0, MOST));
}

/** Closes a toast and forgets it a little later. */
export function dismiss(id: number): void {
  set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), REMOVE_MS);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
