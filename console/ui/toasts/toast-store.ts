/** Short messages. A store outside React, so work that outlives its dialog can report its result. */
import { createStore, useStore } from '../../platform/store/create-store.ts';

/** Most toasts at once (infra/docs/product.md, "Screens"). */
const MOST = 3;
/** How long, in milliseconds, a dismissed toast stays in the list while it animates out. */
const REMOVE_MS = 5_000;

interface Toast {
  readonly id: number;
  readonly title: string;
  readonly lines: readonly string[];
  readonly severity: 'plain' | 'destructive';
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** Stays until somebody closes it, or newer toasts need its place. */
  readonly stays: boolean;
  readonly open: boolean;
}

const toasts = createStore<readonly Toast[]>(() => []);
let lastId = 0;

/** Shows a toast, newest first; the oldest makes room. Returns its id. */
export function notify(
  title: string,
  more: Partial<Pick<Toast, 'lines' | 'severity' | 'action' | 'stays'>> = {},
): number {
  lastId += 1;
  const toast: Toast = {
    id: lastId,
    title,
    lines: [],
    severity: 'plain',
    action: null,
    stays: false,
    ...more,
    open: true,
  };
  toasts.set([toast, ...toasts.get().filter(({ open }) => open)].slice(0, MOST));
  return toast.id;
}

/** Closes a toast and removes it a little later. */
export function dismiss(id: number): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), REMOVE_MS);
}

export function useToasts(): readonly Toast[] {
  return useStore(toasts);
}
