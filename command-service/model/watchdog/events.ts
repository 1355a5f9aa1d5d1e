/** The events of the checker watchdog. */

import type { Event } from '../../contract/event.ts';

/** Checks were due, but none was recorded for too long. */
export type CheckerFellSilent = Event<'CheckerFellSilent', { readonly hours: number }>;

/** Checks are recorded again. */
export type CheckerResumed = Event<'CheckerResumed', Readonly<Record<never, never>>>;

export type SilenceEvent = CheckerFellSilent | CheckerResumed;
