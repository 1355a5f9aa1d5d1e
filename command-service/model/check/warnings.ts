/** Completes the warnings of a check with warnings from earlier checks of the same link. Pure. */

import {
  type Observation,
  type Verdict,
  type Visit,
  WARNING_CODES,
  type Warning,
  type WarningCode,
} from '../../contract/observation.ts';
import type { FoundAs } from './events.ts';

/** Warnings about what only a browser sees. A check without a browser neither confirms nor withdraws them. */
const SEEN_IN_BROWSER: ReadonlySet<WarningCode> = new Set<WarningCode>(['hidden', 'changed-by-script']);

/** The results of earlier checks of the present addresses. */
interface Earlier {
  readonly warnings: readonly Warning[];
  readonly found: FoundAs | null;
}

/**
 * The verdict with all of its warnings: those of the checker, those that compare the link with the last time it was
 * found, and earlier ones about facts that this check could not see.
 */
export function withAllWarnings(observation: Observation, verdict: Verdict, earlier: Earlier): Verdict {
  const warnings = [...(verdict.warnings ?? []), ...changes(verdict, earlier.found)];
  const codes = new Set(warnings.map(({ code }) => code));
  for (const warning of earlier.warnings) {
    if (!codes.has(warning.code) && isUnseen(warning.code, observation, verdict)) warnings.push(warning);
  }
  return inOrder(verdict, warnings);
}

/** The verdict with these warnings, the first of each code. */
function inOrder(verdict: Verdict, warnings: readonly Warning[]): Verdict {
  if (warnings.length === 0) return verdict;
  return { ...verdict, warnings: WARNING_CODES.flatMap((code) => warnings.find((each) => each.code === code) ?? []) };
}

/**
 * A past observation judged again, with the warnings of its earlier verdict that came from other checks: about what
 * this check could not see, and how the link differed from the time before.
 */
export function withKeptWarnings(observation: Observation, verdict: Verdict, earlier: Verdict): Verdict {
  const isSame =
    verdict.status === 'live' && verdict.anchor === earlier.anchor && verdict.linkType === earlier.linkType;
  const keptWarnings = (earlier.warnings ?? []).filter(
    ({ code }) =>
      isUnseen(code, observation, verdict) || (isSame && (code === 'anchor-changed' || code === 'type-changed')),
  );
  return inOrder(verdict, [...(verdict.warnings ?? []), ...keptWarnings]);
}

/** Whether the next check needs a browser, because only a browser can withdraw one of these warnings. */
export function needsLook(warnings: readonly Warning[]): boolean {
  return warnings.some(({ code }) => SEEN_IN_BROWSER.has(code));
}

function changes({ status, anchor, linkType }: Verdict, found: FoundAs | null): readonly Warning[] {
  if (status !== 'live' || found === null) return [];
  const changed: Warning[] = [];
  if (anchor !== found.anchor) {
    changed.push({ code: 'anchor-changed', evidence: `${quoted(found.anchor)} is now ${quoted(anchor)}` });
  }
  if (linkType !== found.linkType) {
    changed.push({ code: 'type-changed', evidence: `${found.linkType ?? 'none'} is now ${linkType ?? 'none'}` });
  }
  return changed;
}

/** Whether this check neither confirms nor withdraws a warning. */
function isUnseen(code: WarningCode, { visits, indexing, landing }: Observation, { status }: Verdict): boolean {
  switch (code) {
    case 'client-page-error':
    case 'client-page-redirect':
      return landing === undefined;
    case 'robots-txt':
      return indexing === undefined || indexing.robotsTxt === null;
    case 'noindex':
    case 'canonical-elsewhere':
      return indexing === undefined;
    case 'hidden':
    case 'changed-by-script':
      return status === 'pending' || (status === 'live' && !visits.some(isBrowserLook));
    case 'only-in-frame':
    case 'only-after-scrolling':
    case 'anchor-changed':
    case 'type-changed':
      return status === 'pending';
    default:
      return code satisfies never;
  }
}

/** Whether a browser saw the link, or the whole page. */
function isBrowserLook({ by, matches, complete, error }: Visit): boolean {
  return by === 'browser' && (matches.length > 0 || (complete && error === null));
}

function quoted(anchor: string | null): string {
  if (anchor === null) return 'no text';
  return `“${anchor.length > 100 ? `${anchor.slice(0, 99)}…` : anchor}”`;
}
