/** The events that record notices about links. */

import type { Event } from './event.ts';

/** How many days before the end of a promise it is said that it ends. */
export const EXPIRY_NOTICE_DAYS = [7, 1] as const;

export type ExpiryNoticeDays = (typeof EXPIRY_NOTICE_DAYS)[number];

/** The day came to say that the link's promise ends: said once for each end, seven days before (or later) and one. */
export type LinkExpiryNoticed = Event<
  'LinkExpiryNoticed',
  { readonly linkId: string; readonly expirationDate: string; readonly daysLeft: ExpiryNoticeDays }
>;

/** The link was live at its last check, which is more than 14 days ago. */
export type LinkUncheckedNoticed = Event<
  'LinkUncheckedNoticed',
  { readonly linkId: string; readonly lastChecked: string }
>;

export type NoticeEvent = LinkExpiryNoticed | LinkUncheckedNoticed;
