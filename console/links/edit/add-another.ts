/** Whether the Add form stays open for the next link. */
import { createPersistedStore } from '../../platform/store/persisted-store.ts';

export const addAnother = createPersistedStore<boolean>({
  key: 'addAnother',
  parse: (text) => text === 'true',
  serialize: (on) => (on ? 'true' : null),
});
