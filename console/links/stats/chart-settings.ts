/** How charts are looked at: the same on all screens, remembered in this browser. */
import { useSyncExternalStore } from 'react';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { messages } from './messages.ts';

export type Days = (typeof messages.ranges)[number]['days'];

export interface Choice {
  /** Folded away, a chart is only its title. */
  readonly open: boolean;
  readonly days: Days;
  readonly asTable: boolean;
}

export const DEFAULT_CHOICE: Choice = { open: true, days: 30, asTable: false };
const KEY = 'charts';

/** What was remembered; what makes no sense is read as `usual`. */
export function readChoice(text: string | null, usual = DEFAULT_CHOICE): Choice {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    return usual;
  }
  const { open, days, asTable }: Partial<Record<keyof Choice, unknown>> =
    typeof kept === 'object' && kept !== null ? kept : {};
  return {
    open: typeof open === 'boolean' ? open : usual.open,
    days: messages.ranges.find((range) => range.days === days)?.days ?? usual.days,
    asTable: typeof asTable === 'boolean' ? asTable : usual.asTable,
  };
}

let current: Choice | undefined;
const listeners = new Set<() => void>();

function remembered(): Choice {
  // A phone's first screen is the list's, and what draws a chart is as much to fetch as all the rest.
  const usual = { ...DEFAULT_CHOICE, open: !window.matchMedia(SMALL_SCREEN).matches };
  try {
    return readChoice(localStorage.getItem(KEY), usual);
  } catch {
    return usual;
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

export function useChartSettings(): Choice {
  return useSyncExternalStore(subscribe, snapshot);
}

export function setChartSettings(change: Partial<Choice>): void {
  current = { ...snapshot(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // The choice holds until the tab is closed.
  }
  for (const listener of listeners) listener();
}
