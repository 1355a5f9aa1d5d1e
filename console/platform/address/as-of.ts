/**
 * The moment that the console shows: `?asOf=` in the address. It is kept over navigation until the reader returns to
 * today. Reads take it from here (`platform/api`), so that a page shows a past day as it shows today.
 */
import { createStore, useStore } from '../store/create-store.ts';
import { isSample } from './sample.ts';

const moment = createStore<string | null>(() => asOfIn(typeof window === 'undefined' ? '' : window.location.search));

/** The day, the instant or the position that is shown; null: today. */
export const currentAsOf = moment.get;

export function useAsOf(): string | null {
  return useStore(moment);
}

/** Whether the console shows a moment of the past or the sample data: nothing can be changed then. */
export function isPast(): boolean {
  return currentAsOf() !== null || isSample();
}

export function usePast(): boolean {
  return useAsOf() !== null || isSample();
}

/**
 * Shows the moment of an address before its page renders. A new address without a moment keeps the one that is shown.
 * @param state of the address, in the history @param isOld: an entry of the history @returns its search parameters
 */
export function followMoment(search: string, state: unknown, isOld = false): string {
  const shown = currentAsOf();
  const params = new URLSearchParams(search);
  if (isOld || shown === null || params.has('asOf') || isLeaving(state)) {
    const requested = asOfIn(search);
    if (requested !== shown) moment.set(requested);
    return search;
  }
  params.set('asOf', shown);
  return `?${params}`;
}

/** The state of a navigation back to today. */
export const TO_TODAY = { toToday: true } as const;

/** The instants of positions, once the server has named them. */
const instants = new Map<string, string>();

/** Remembers the instant of a moment. */
export function rememberInstant(asOf: string, at: string): void {
  instants.set(asOf, at);
}

/** The time of the moment in milliseconds, which relative times count from; null: today, or not known yet. */
export function shownTime(): number | null {
  const asOf = currentAsOf();
  const at = asOf === null ? undefined : instants.get(asOf);
  return at === undefined ? null : Date.parse(at);
}

function isLeaving(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'toToday' in state;
}

function asOfIn(search: string): string | null {
  return new URLSearchParams(search).get('asOf') || null;
}
