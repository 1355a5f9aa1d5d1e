/** Stores whose state this browser keeps. */
import { createStore, type Store } from './create-store.ts';

/** Local or session storage. */
export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Persistence<State> {
  readonly key: string;
  /** The state of a saved text; null: nothing is saved. It accepts any text: other versions may have written it. */
  readonly parse: (text: string | null) => State;
  /** The text to save; null: nothing, the state is the default. */
  readonly serialize: (state: State) => string | null;
  /** Default: local storage, whose changes in other tabs are taken over. */
  readonly area?: () => WebStorage;
}

/** A store that a reload keeps. Full or blocked storage is no failure: the state then lasts as long as the page. */
export function createPersistedStore<State>({ key, parse, serialize, area }: Persistence<State>): Store<State> {
  const storage = area ?? (() => localStorage);
  const read = () => {
    try {
      return parse(storage().getItem(key));
    } catch {
      return parse(null);
    }
  };
  const listenToOtherTabs = (take: (next: State) => void) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) take(read());
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  };
  const store = createStore(read, area === undefined ? listenToOtherTabs : undefined);
  return {
    ...store,
    set: (next) => {
      store.set(next);
      try {
        const text = serialize(next);
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // The page still has the state.
      }
    },
  };
}

/** The object that a saved text holds; empty for anything else. */
export function parseObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text ?? '{}');
    return typeof json === 'object' && json !== null ? { ...json } : {};
  } catch {
    return {};
  }
}

/** Keys of local storage that show what a person did. Settings, such as columns, stay for the next sign-in. */
const PERSONAL_KEYS = ['recent', 'readNotifications', 'readAlerts', 'lastTeam', 'lastDuration'];

/** Removes what a person leaves in this browser: drafts, jobs, recent items, read marks. For every way to sign out. */
export function clearPersonalStorage(session: Pick<Storage, 'clear'>, local: Pick<Storage, 'removeItem'>): void {
  session.clear();
  for (const key of PERSONAL_KEYS) local.removeItem(key);
}
