/** Commands that record notices about links. */

import type { ExpiryNoticeDays } from '../events/notice.ts';

export interface NoticeExpiry {
  readonly type: 'NoticeExpiry';
  readonly linkId: string;
  readonly expirationDate: string;
  readonly daysLeft: ExpiryNoticeDays;
}

export interface NoticeUnchecked {
  readonly type: 'NoticeUnchecked';
  readonly linkId: string;
  /** When the link was checked last. */
  readonly lastChecked: string;
}

export type NoticeCommand = NoticeExpiry | NoticeUnchecked;
