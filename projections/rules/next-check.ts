/**
 * When a link is checked next, and why (infra/docs/product.md, "Check schedule"). Contract. Pure: the same events give the
 * same time on every machine and in every rebuild.
 */

import type { CheckReason, LinkStatus, ReasonCode } from '../../command-service/contract/observation.ts';
import type { CheckSchedule } from '../../command-service/model/check/events.ts';

/** The facts that determine the next check. */
export interface LastCheck {
  /** When the check was recorded: an ISO instant. */
  readonly at: string;
  readonly status: LinkStatus;
  readonly code: ReasonCode;
  /** The last status other than pending, including this check's; null before the first. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** Retries requested since the last check that was neither a retry nor a confirmation. */
  readonly retries: number;
}

/** A check to request at `at` or later. */
interface NextCheck {
  readonly at: string;
  readonly reason: CheckReason;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A loss is confirmed after ten minutes, spread over five more. */
const CONFIRM_AFTER = 10 * MINUTE;
const CONFIRM_SPREAD = 5 * MINUTE;
/** The pauses before the first, the second and every later retry; each is up to a fifth longer. */
const RETRY_AFTER = [15 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE] as const;
const RETRY_SPREAD = 1 / 5;
/** A regular check is early by up to this part of its period: one day of fourteen. */
const REGULAR_SPREAD = 1 / 14;

/**
 * The check that follows `checked`.
 * @param page the article's address without its fragment: all links of a page come due together, for one visit.
 */
export function nextCheckAfter(page: string, checked: LastCheck, { everyDays, retries }: CheckSchedule): NextCheck {
  const { at, status, code, lastClaim } = checked;
  const spread = spreadOf(page);
  const after = (ms: number) => new Date(Date.parse(at) + Math.round(ms)).toISOString();
  // The link still counts as live, so this check saw a loss that needs a confirmation.
  if (status === 'removed' && lastClaim === 'live') {
    return { at: after(CONFIRM_AFTER + CONFIRM_SPREAD * spread), reason: 'confirm' };
  }
  if (status === 'pending' && checked.retries < retries && mayChangeSoon(code)) {
    const pause = RETRY_AFTER[checked.retries] ?? RETRY_AFTER[2];
    return { at: after(pause * (1 + RETRY_SPREAD * spread)), reason: 'retry' };
  }
  return { at: after(everyDays * DAY * (1 - REGULAR_SPREAD * spread)), reason: 'scheduled' };
}

/** True if the failure may be over within hours. */
function mayChangeSoon(code: ReasonCode): boolean {
  return code !== 'address-not-allowed' && code !== 'too-large';
}

/**
 * The offset of a page's checks within their window, at least 0 and below 1: constant for a page and even over all
 * pages, so pages imported together do not come due together. FNV-1a over UTF-16 units, then the finalizer of
 * MurmurHash3: without it, ids that differ only in their last characters stay close together.
 */
export function spreadOf(page: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < page.length; index += 1) {
    hash = Math.imul(hash ^ page.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
