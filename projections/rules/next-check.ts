/**
 * When a link is checked next, and why (infra/docs/product.md, "Check schedule"). Pure: the same events give the same
 * moment on every machine and at every rebuild.
 */

import type { CheckSchedule } from '../../command-service/events/check.ts';
import type { CheckReason, LinkStatus, ReasonCode } from '../../command-service/events/observation.ts';

/** What the next check follows from: the last one, and what came before it. */
export interface LastCheck {
  /** When it was recorded; an ISO instant. */
  readonly at: string;
  readonly status: LinkStatus;
  readonly code: ReasonCode;
  /** The last status of the link that claimed something, this check's included. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** How many retries were requested since the last check that was not one, nor a confirmation. */
  readonly retries: number;
}

/** A check that is to be requested from `at` on. */
export interface NextCheck {
  readonly at: string;
  readonly reason: CheckReason;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A loss is confirmed at least ten minutes after it was seen, spread over five. */
const CONFIRM_AFTER = 10 * MINUTE;
const CONFIRM_SPREAD = 5 * MINUTE;
/** The pauses before the first, second and every later retry; each is drawn out by up to a fifth. */
const RETRY_AFTER = [15 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE] as const;
const RETRY_SPREAD = 1 / 5;
/** A regular check comes early by up to this part of its period: a day of fourteen. */
const REGULAR_SPREAD = 1 / 14;

/** The check after this one. */
export function nextCheckAfter(linkId: string, checked: LastCheck, { everyDays, retries }: CheckSchedule): NextCheck {
  const { at, status, code, lastClaim } = checked;
  const spread = spreadOf(linkId);
  const after = (ms: number) => new Date(Date.parse(at) + Math.round(ms)).toISOString();
  // The status is not removed after a check that says so: the loss waits to be confirmed.
  if (status === 'removed' && lastClaim === 'live') {
    return { at: after(CONFIRM_AFTER + CONFIRM_SPREAD * spread), reason: 'confirm' };
  }
  if (status === 'pending' && checked.retries < retries && mayChangeSoon(code)) {
    const pause = RETRY_AFTER[checked.retries] ?? RETRY_AFTER[2];
    return { at: after(pause * (1 + RETRY_SPREAD * spread)), reason: 'retry' };
  }
  return { at: after(everyDays * DAY * (1 - REGULAR_SPREAD * spread)), reason: 'scheduled' };
}

/** Whether what kept a page from being read may be gone within hours. */
function mayChangeSoon(code: ReasonCode): boolean {
  return code !== 'address-not-allowed' && code !== 'too-large';
}

/**
 * Where in its window a link's checks fall, from 0 up to but not 1: always the same for one link and evenly spread over
 * all, so that links imported together do not come due together. FNV-1a over UTF-16 units, then MurmurHash3's finaliser,
 * without which ids that differ in their last characters lie close together.
 */
export function spreadOf(linkId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < linkId.length; index += 1) {
    hash = Math.imul(hash ^ linkId.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
