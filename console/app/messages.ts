/** Texts of the welcome page, errors and loading. */
import english from '../languages/en/app.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('app', english);

/** What Linkledger promises: an icon, a title and a sentence each. */
export const POINTS = [
  ['live', messages.live, messages.liveHint],
  ['pending', messages.pending, messages.pendingHint],
  ['history', messages.history, messages.historyHint],
] as const;
