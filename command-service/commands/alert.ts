/** What can be asked of alerts, and what is noted because its day has come, which never comes with a request. */
import * as yup from 'yup';
import type { ExpiryNoticeDays } from '../events.ts';

/** Alerts that one request can mark. */
const MAX_IDS = 500;
const IDS = `ids must be a list of at most ${MAX_IDS} alert ids`;

/** Body of POST /api/alerts/read: `ids`, or `all: true`. */
export const readAlertsSchema = yup.object({
  ids: yup
    .array(yup.string().typeError(IDS).required(IDS).max(100, IDS))
    .typeError(IDS)
    .max(MAX_IDS, IDS)
    .test('one-of-two', 'Send either ids or all, not both and not neither.', (ids, { parent }) => {
      return (ids === undefined) !== (parent.all === undefined);
    }),
  all: yup.boolean().typeError('all must be true').oneOf([true], 'all must be true'),
});

export type ReadAlertsBody = yup.InferType<typeof readAlertsSchema>;

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

export interface ReportCheckerIdle {
  readonly type: 'ReportSilence';
  /** How long nothing was checked. */
  readonly hours: number;
}

export interface ReportResumption {
  readonly type: 'ReportResumption';
}

export type WatchdogCommand = ReportCheckerIdle | ReportResumption;
