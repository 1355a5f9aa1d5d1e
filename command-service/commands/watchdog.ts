/** Commands of the checker watchdog. */

export interface ReportCheckerIdle {
  readonly type: 'ReportSilence';
  /** How long nothing was checked. */
  readonly hours: number;
}

export interface ReportResumption {
  readonly type: 'ReportResumption';
}

export type WatchdogCommand = ReportCheckerIdle | ReportResumption;
