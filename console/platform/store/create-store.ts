/** State outside React that components read: work that outlives its dialog can still change it. */
import { useSyncExternalStore } from 'react';

export interface Store<State> {
  readonly get: () => State;
  readonly set: (next: State) => void;
  /** Calls back after each change. Returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * A store whose first state is computed at first use. `start` runs while there are listeners and returns the way to stop.
 */
export function createStore<State>(
  initial: () => State,
  start?: (set: (next: State) => void) => () => void,
): Store<State> {
  const listeners = new Set<() => void>();
  let current: { readonly state: State } | undefined;
  let stop: (() => void) | undefined;

  const get = () => {
    current ??= { state: initial() };
    return current.state;
  };
  const set = (next: State) => {
    current = { state: next };
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (listeners.size === 1) stop = start?.(set);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop?.();
    };
  };
  return { get, set, subscribe };
}

/** The state of a store, or a part of it: the component renders again when that changes. */
export function useStore<State>(store: Store<State>): State;
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part;
export function useStore<State, Part>(store: Store<State>, select?: (state: State) => Part): State | Part {
  return useSyncExternalStore(store.subscribe, () => (select === undefined ? store.get() : select(store.get())));
}
