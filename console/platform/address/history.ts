/** The history of the browser: each new address keeps the moment that is shown, and unsaved input can hold it back. */
import { type Location, type Navigator, parsePath, type To, UNSAFE_createBrowserHistory } from 'react-router';
import { createStore } from '../store/create-store.ts';
import { followMoment } from './as-of.ts';

const browser = UNSAFE_createBrowserHistory({ v5Compat: true });

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

function put(how: 'push' | 'replace', to: To, state: unknown): void {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  step(search, () => browser[how]({ pathname, hash, search: followMoment(search, state) }, state));
}

export const navigator: Navigator = {
  createHref: browser.createHref,
  push: (to, state) => put('push', to, state),
  replace: (to, state) => put('replace', to, state),
  go: browser.go,
};

export const currentEntry = (): Location => browser.location;

/** Calls back after each step. Returns the way to stop it. */
export function onStep(listener: (location: Location) => void): () => void {
  let isReturning = false;
  return browser.listen(({ action, location, delta }) => {
    if (isReturning) {
      isReturning = false;
    } else if (action !== 'POP' || delta === null) {
      listener(location);
    } else if (mustAsk(location.search)) {
      // The browser is there already: it goes back until the person has answered.
      isReturning = true;
      browser.go(-delta);
      step(location.search, () => browser.go(delta));
    } else {
      followMoment(location.search, null, true);
      listener(location);
    }
  });
}
