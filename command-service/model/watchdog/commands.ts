/** Commands of the checker watchdog. */

interface ReportCheckerIdle {
  readonly type: 'ReportSilence';
  /** For how many hours no check was recorded. */
  readonly hours: number;
}

interface ReportResumption {
  readonly type: 'ReportResumption';
}

export type WatchdogCommand = ReportCheckerIdle | ReportResumption;
