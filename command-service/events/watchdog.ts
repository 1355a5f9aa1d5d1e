/** The events of the checker watchdog. */

import type { Event } from './event.ts';

/** Checks were due, and none was recorded for longer than it may take. */
export type CheckerFellSilent = Event<'CheckerFellSilent', { readonly hours: number }>;

/** Checks that are due are done again. */
export type CheckerResumed = Event<'CheckerResumed', Readonly<Record<never, never>>>;

export type SilenceEvent = CheckerFellSilent | CheckerResumed;
