/** Answers about alerts. */
import type { DeviationCode } from '../../../command-service/contract/deviations.ts';
import type { AlertedEvent } from '../../../projections/alerts/alert-events.ts';
import type { AlertType } from '../../../projections/views/links/alerts.ts';
import type { ReasonAnswer, WarningAnswer } from './links.ts';

/** The tabs of the page: `status` shows the types status, removed, warning and deviates; `expiring` only that type. */
export const ALERT_TABS = ['all', 'unread', 'status', 'expiring'] as const;
export type AlertTab = (typeof ALERT_TABS)[number];

/**
 * One line of GET /api/alerts?page&pageSize&tab, newest first: the last 90 days, at most the newest 500 of each kind.
 * `X-Total-Count` counts the alerts on all pages of the tab, `X-Unread-Count` the unread ones of all tabs. Read the list
 * again after a `changed` message about `alerts`, `account` (the switches of the settings) or `teams`.
 */
export interface AlertAnswer {
  /** A stable id. The ids of the two alerts that count links ('summary…', 'attention…') change every day. */
  readonly id: string;
  readonly type: AlertType;
  readonly title: string;
  readonly message: string;
  /** An ISO instant. */
  readonly at: string;
  readonly read: boolean;
  /** The link of the alert; null without a link, or if the caller may not see it now. */
  readonly linkId: string | null;
  /** The link's addresses and what happened to it; null if `linkId` is null. */
  readonly news: LinkNewsAnswer | null;
  /** The report whose issue waits for its release; else null. */
  readonly reportId: string | null;
  /** The team that sees it; null for the caller's own links and for alerts to everybody. */
  readonly teamId: string | null;
}

/** POST /api/alerts/read, with `{ids}` (at most 500; unknown ids are ignored) or `{all: true}`. */
export interface ReadAlertsAnswer {
  /** How many alerts are still unread, on all tabs. */
  readonly unread: number;
}

/** The parts of an alert about a link. The alert's `title` and `message` are sentences made of them. */
export interface LinkNewsAnswer {
  readonly articleLink: string;
  readonly clientLink: string;
  readonly event: AlertedEvent;
  /** Whole sentences that do not name the link. */
  readonly details: string;
  /** The reason of a new status; else null. */
  readonly reason: ReasonAnswer | null;
  /** The new warnings; else empty. */
  readonly warnings: readonly WarningAnswer[];
  /** The day on which the link expires, or the day of an unchecked link's last check; else null. */
  readonly day: string | null;
  /** What deviates from the terms, with what was found or the agreed day; else null. */
  readonly deviation: { readonly code: DeviationCode; readonly evidence: string } | null;
}
