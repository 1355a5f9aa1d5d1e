/** Commands of the checker watchdog. */

interface ReportCheckerIdle {
  readonly type: 'ReportSilence';
  /** How long no check was recorded. */
  readonly hours: number;
}

interface ReportResumption {
  readonly type: 'ReportResumption';
}

export type WatchdogCommand = ReportCheckerIdle | ReportResumption;
