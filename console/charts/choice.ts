/** How charts are looked at: the same on all screens, remembered in this browser. */
import { useSyncExternalStore } from 'react';
import { words } from './words.ts';

export type Days = (typeof words.ranges)[number]['days'];

export interface Choice {
  /** Folded away, a chart is only its title. */
  readonly open: boolean;
  readonly days: Days;
  readonly asTable: boolean;
}

export const DEFAULT_CHOICE: Choice = { open: true, days: 30, asTable: false };
const KEY = 'charts';

/** What was remembered; what makes no sense is read as the default. */
export function readChoice(text: string | null): Choice {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    return DEFAULT_CHOICE;
  }
  const { open, days, asTable }: Partial<Record<keyof Choice, unknown>> =
    typeof kept === 'object' && kept !== null ? kept : {};
  return {
    open: typeof open === 'boolean' ? open : DEFAULT_CHOICE.open,
    days: words.ranges.find((range) => range.days === days)?.days ?? DEFAULT_CHOICE.days,
    asTable: typeof asTable === 'boolean' ? asTable : DEFAULT_CHOICE.asTable,
  };
}

let current: Choice | undefined;
const listeners = new Set<() => void>();

function remembered(): Choice {
  try {
    return readChoice(localStorage.getItem(KEY));
  } catch {
    return DEFAULT_CHOICE;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function snapshot(): Choice {
  current ??= remembered();
  return current;
}

export function useChoice(): Choice {
  return useSyncExternalStore(subscribe, snapshot);
}

export function choose(change: Partial<Choice>): void {
  current = { ...snapshot(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // The choice holds until the tab is closed.
  }
  for (const listener of listeners) listener();
}
