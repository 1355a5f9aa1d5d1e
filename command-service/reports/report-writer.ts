/** What the command service needs to make an issue of a report; the query service reads and writes its content. */
import type { Scope } from '../contract/scope.ts';
import type { IssuePeriod, ReportFields, ReportFormat, ReportSubject } from '../model/report/events.ts';

export interface ReportOrder {
  readonly scope: Scope;
  readonly subject: ReportSubject;
  readonly fields: ReportFields;
  readonly period: IssuePeriod;
  readonly note: string;
}

export interface WrittenReport {
  readonly files: readonly { readonly format: ReportFormat; readonly bytes: Uint8Array }[];
  /** Why there is no PDF, for people; null with a PDF. */
  readonly missed: string | null;
}

export interface ReportWriter {
  /** The version of the rules by which it counts. */
  readonly rules: number;
  /**
   * Writes the files of an issue. The same order gives the same numbers at any time.
   * @throws BusyError if the views are behind.
   */
  readonly write: (order: ReportOrder, signal: AbortSignal) => Promise<WrittenReport>;
  /** How many links an issue is about at the end of its days, and how many of them are pending. */
  readonly count: (order: ReportOrder) => Promise<{ readonly total: number; readonly pending: number }>;
  /** The last position before an instant in the past. */
  readonly positionBefore: (instant: string) => Promise<number>;
}
