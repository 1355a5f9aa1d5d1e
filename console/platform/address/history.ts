/**
 * The history of the browser, for the router and for pages without it. Each new address keeps the moment that is shown,
 * and unsaved input can hold a step back.
 */
import type { Location, Navigator, To } from 'react-router';
import { createStore } from '../store/create-store.ts';
import { followMoment } from './as-of.ts';

/** What an entry of the history keeps: the state that it was given, and its place among the others. */
interface Kept {
  readonly usr: unknown;
  readonly key: string;
  readonly idx: number;
}

const { history, location } = window;

function kept(): Partial<Kept> {
  const state: Partial<Kept> | null = history.state;
  return state ?? {};
}

let index = kept().idx ?? 0;
if (kept().idx === undefined) history.replaceState({ ...kept(), idx: index }, '');

function shown(): Location {
  const { pathname, search, hash } = location;
  return { pathname, search, hash, state: kept().usr ?? null, key: kept().key ?? 'default' };
}

interface HeldBack {
  /** The search parameters of the address that was wanted. */
  readonly search: string;
  readonly proceed: () => void;
}

/** The step that waits for the person's answer. */
export const heldBack = createStore<HeldBack | null>(() => null);

let mustAsk: (search: string) => boolean = () => false;

/** Asks before each step whether it must wait. Returns the way to withdraw the question. */
export function guardHistory(guard: typeof mustAsk): () => void {
  mustAsk = guard;
  return () => {
    mustAsk = () => false;
  };
}

/** Does `go`, once it may. */
function step(search: string, go: () => void): void {
  const proceed = () => {
    heldBack.set(null);
    go();
  };
  if (mustAsk(search)) heldBack.set({ search, proceed });
  else go();
}

/** The address that is shown, after each step that was not held back. */
export const entry = createStore<Location>(shown, (set) => {
  let isReturning = false;
  let isAgreed = false;
  const popped = () => {
    const by = (kept().idx ?? index) - index;
    index += by;
    if (isReturning) {
      isReturning = false;
    } else if (by !== 0 && !isAgreed && mustAsk(location.search)) {
      // The browser is there already: it goes back until the person has answered.
      isReturning = true;
      history.go(-by);
      step(location.search, () => {
        isAgreed = true;
        history.go(by);
      });
    } else {
      isAgreed = false;
      followMoment(location.search, null, true);
      set(shown());
    }
  };
  set(shown());
  window.addEventListener('popstate', popped);
  return () => window.removeEventListener('popstate', popped);
});

function urlOf(to: To): URL {
  if (typeof to === 'string') return new URL(to, location.href);
  const { pathname = location.pathname, search = '', hash = '' } = to;
  return Object.assign(new URL(location.href), { pathname, search, hash });
}

function put(how: 'pushState' | 'replaceState', to: To, state: unknown): void {
  const url = urlOf(to);
  step(url.search, () => {
    url.search = followMoment(url.search, state);
    index += how === 'pushState' ? 1 : 0;
    history[how]({ usr: state ?? null, key: Math.random().toString(36).slice(2), idx: index } satisfies Kept, '', url);
    entry.set(shown());
  });
}

export const navigator: Navigator = {
  createHref: (to) => {
    const { pathname, search, hash } = urlOf(to);
    return pathname + search + hash;
  },
  push: (to, state) => put('pushState', to, state),
  replace: (to, state) => put('replaceState', to, state),
  go: (by) => history.go(by),
};
