/** Commands that record notices about links. */

import type { ExpiryNoticeDays, LinkDeviationNoticed } from './events.ts';

export interface NoticeExpiry {
  readonly type: 'NoticeExpiry';
  readonly linkId: string;
  readonly expirationDate: string;
  readonly daysLeft: ExpiryNoticeDays;
}

export interface NoticeUnchecked {
  readonly type: 'NoticeUnchecked';
  readonly linkId: string;
  /** The time of the link's last check. */
  readonly lastChecked: string;
}

type NoticeDeviation = { readonly type: 'NoticeDeviation' } & LinkDeviationNoticed['data'];

export type NoticeCommand = NoticeExpiry | NoticeUnchecked | NoticeDeviation;
