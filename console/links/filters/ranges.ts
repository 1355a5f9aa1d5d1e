/** The ranges of days that a list can be filtered by. */
import type { DayFilter } from './list-view.ts';
import { messages } from './messages.ts';

export const RANGES = [
  { label: messages.lost, from: 'lostFrom', to: 'lostTo' },
  { label: messages.added, from: 'addedFrom', to: 'addedTo' },
  { label: messages.wentLive, from: 'liveFrom', to: 'liveTo' },
  { label: messages.expires, from: 'expiresFrom', to: 'expiresTo' },
] as const satisfies readonly { readonly label: string; readonly from: DayFilter; readonly to: DayFilter }[];
