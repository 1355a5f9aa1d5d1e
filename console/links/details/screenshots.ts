/** The screenshots of a link's last status changes. Pure: the current time is an argument. */
import type { EvidenceAnswer, HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import type { ShownStatus } from '../shown-status.ts';
import { screenshotMessages } from './messages.ts';
import { shownStatuses } from './timeline.ts';

/** A screenshot of a status change, or why there is none. */
export interface StatusScreenshot {
  /** The time of the change. */
  readonly id: string;
  readonly at: string;
  readonly status: ShownStatus;
  readonly picture: (EvidenceAnswer & { readonly url: string }) | null;
  /** The URL of the markup around the link; null without markup. */
  readonly markup: string | null;
  /** Why there is no screenshot, as the second half of 'No screenshot: …'. */
  readonly missed: string | null;
}

/** How long, in milliseconds, a screenshot is awaited. */
const MAX_WAIT_MS = 30_000;

/** The last status change with evidence, after the one before it; `history` is newest first. */
export function screenshotsOf(history: readonly HistoryAnswer[]): readonly StatusScreenshot[] {
  const shown: StatusScreenshot[] = [];
  const statuses = shownStatuses(history);
  for (const { id, at, ...change } of history) {
    if (change.kind !== 'status-changed') continue;
    const evidence = history.flatMap((each) =>
      each.kind === 'evidence-kept' && each.transition === id ? [each.evidence] : [],
    );
    const missed = history.find((each) => each.kind === 'evidence-missed' && each.transition === id);
    const picture = evidence.find(({ kind }) => kind === 'screenshot');
    if (picture === undefined && missed === undefined) continue;
    shown.unshift({
      id,
      at,
      status: statuses.get(id) ?? change.to,
      picture: picture === undefined || picture.url === null ? null : { ...picture, url: picture.url },
      markup: evidence.find(({ kind }) => kind === 'html')?.url ?? null,
      missed: missed?.kind === 'evidence-missed' ? missed.reason : screenshotMessages.madeRoom,
    });
    if (shown.length === 2) break;
  }
  return shown.some(({ picture }) => picture !== null) ? shown : shown.slice(-1);
}

/** Whether a screenshot of the last change may still arrive. */
export function isPending(history: readonly HistoryAnswer[], now: number): boolean {
  const at = history.findIndex(({ kind }) => kind === 'status-changed');
  const last = history[at];
  if (last?.kind !== 'status-changed' || last.to === 'pending') return false;
  // Judging a past check again visits no page.
  if (history[at + 1]?.kind === 'judged-again') return false;
  const concluded = history.some(
    (each) => (each.kind === 'evidence-kept' || each.kind === 'evidence-missed') && each.transition === last.id,
  );
  return !concluded && now - Date.parse(last.at) < MAX_WAIT_MS;
}
