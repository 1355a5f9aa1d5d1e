/** The events that record notices about links. */

import type { DeviationCode } from '../../contract/deviations.ts';
import type { Event } from '../../contract/event.ts';

/** How many days before the end of a promise a notice is recorded. */
export const EXPIRY_NOTICE_DAYS = [7, 1] as const;

export type ExpiryNoticeDays = (typeof EXPIRY_NOTICE_DAYS)[number];

/** The link's promise ends soon: recorded once seven days before each end (or later), and once one day before it. */
export type LinkExpiryNoticed = Event<
  'LinkExpiryNoticed',
  { readonly linkId: string; readonly expirationDate: string; readonly daysLeft: ExpiryNoticeDays }
>;

/** The link was live at its last check, more than 14 days ago. */
export type LinkUncheckedNoticed = Event<
  'LinkUncheckedNoticed',
  { readonly linkId: string; readonly lastChecked: string }
>;

/** The link began to deviate from what was agreed: recorded once for each code and day from which it counts. */
export type LinkDeviationNoticed = Event<
  'LinkDeviationNoticed',
  {
    readonly linkId: string;
    readonly code: DeviationCode;
    readonly since: string;
    /** The found anchor or link type, the code of the warning, or the agreed day. */
    readonly evidence: string;
  }
>;

export type NoticeEvent = LinkExpiryNoticed | LinkUncheckedNoticed | LinkDeviationNoticed;
