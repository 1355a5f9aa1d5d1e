/** Commands of reports: the schemas of the request bodies, and the commands with the ids that the server adds. */
import * as yup from 'yup';
import { LANGUAGE_CODES } from '../../contract/languages.ts';
import { calendarDate, email, instant, line, MAX_NAME, text } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import {
  type HeldBecause,
  type IssuePeriod,
  type OfIssue,
  type OfReport,
  REPORT_PARTS,
  REPORT_PERIODS,
  type ReportFields,
  type ReportSubject,
} from './events.ts';

const MAX_RECIPIENTS = 50;
const MAX_NOTE = 5_000;
const NAME_REQUIRED = 'Name is required';
const SUBJECTS = ['client', 'campaign', 'tag'] as const;
const PAPERS = ['a4', 'letter'] as const;

const scheduleSchema = yup
  .object({
    hour: yup
      .number()
      .typeError('Hour must be a whole number')
      .integer('Hour must be a whole number')
      .min(0, 'Hour must be from 0 to 23')
      .max(23, 'Hour must be from 0 to 23')
      .required('Hour is required'),
    waits: yup.boolean().typeError('waits must be true or false').required('waits is required'),
  })
  .noUnknown('A schedule has an hour and waits')
  .nullable()
  .default(undefined);

const fields = {
  name: line('Name', MAX_NAME).nonNullable(NAME_REQUIRED),
  period: yup
    .string()
    .oneOf(REPORT_PERIODS, `Period must be one of ${REPORT_PERIODS.join(', ')}`)
    .nonNullable(),
  parts: yup
    .array()
    .of(
      yup
        .string()
        .defined()
        .oneOf(REPORT_PARTS, `A part is one of ${REPORT_PARTS.join(', ')}`),
    )
    .typeError('Parts must be a list')
    .max(REPORT_PARTS.length, `A report has at most ${REPORT_PARTS.length} parts`)
    .nonNullable('Parts must be a list'),
  prices: yup.boolean().typeError('prices must be true or false').nonNullable(),
  language: yup
    .string()
    .oneOf(LANGUAGE_CODES, `Language must be one of ${LANGUAGE_CODES.join(', ')}`)
    .nonNullable(),
  paper: yup
    .string()
    .oneOf(PAPERS, `Paper must be one of ${PAPERS.join(', ')}`)
    .nonNullable(),
  schedule: scheduleSchema,
  recipients: yup
    .array()
    .of(email('Email').nonNullable('Email is required').required('Email is required'))
    .typeError('Recipients must be a list of addresses')
    .max(MAX_RECIPIENTS, `A report has at most ${MAX_RECIPIENTS} recipients`)
    .nonNullable('Recipients must be a list of addresses'),
};

/** Body of POST /api/reports. Without a team the report is about the person’s own links. */
export const addReportSchema = yup.object({
  ...fields,
  name: fields.name.required(NAME_REQUIRED),
  period: fields.period.required('Period is required'),
  subject: yup
    .object({
      kind: yup
        .string()
        .oneOf(SUBJECTS, `A report is about a ${SUBJECTS.join(', a ')}`)
        .required('Choose what the report is about'),
      id: text('What the report is about', 253).required('Choose what the report is about'),
    })
    .required('Choose what the report is about'),
  teamId: text('Team', 100).nullable(),
});

/** Body of PATCH /api/reports/{id}: absent fields stay unchanged. */
export const editReportSchema = yup.object(fields);

/**
 * Body of POST /api/reports/{id}/issues. Without days, the last period that has ended; a report with a period of its own
 * needs both.
 */
export const draftReportSchema = yup.object({
  from: calendarDate('from').nullable(),
  to: calendarDate('to').nullable(),
});

/** Body of PATCH /api/reports/{id}/issues/{issueId}. An empty note removes it. */
export const reportNoteSchema = yup.object({
  note: text('Note', MAX_NOTE).nullable().defined('Note is required'),
});

/** Body of POST /api/reports/{id}/issues/{issueId}/release. With `mail`, the recipients get it. */
export const releaseReportSchema = yup.object({
  password: text('Password', 200).nullable(),
  expiresAt: instant('Expiry').nullable(),
  mail: yup.boolean().typeError('mail must be true or false').nullable(),
});

export type PlannedRecipient = { readonly recipientId: string; readonly email: string };

export type ReportCommand =
  | ({
      readonly type: 'DefineReport';
      readonly scope: Scope;
      readonly subject: ReportSubject;
      readonly recipients: readonly PlannedRecipient[];
    } & OfReport &
      ReportFields)
  | ({
      readonly type: 'EditReport';
      readonly fields: { readonly [Field in keyof ReportFields]?: ReportFields[Field] | undefined };
      /** All recipients; absent: unchanged. */
      readonly recipients?: readonly PlannedRecipient[] | undefined;
    } & OfReport)
  | ({ readonly type: 'LeaveReport' | 'ReturnToReport'; readonly recipientId: string } & OfReport)
  | ({ readonly type: 'DeleteReport' } & OfReport)
  | ({
      readonly type: 'DraftReport';
      readonly shareId: string;
      readonly period: IssuePeriod;
      readonly rules: number;
      readonly held: HeldBecause | null;
    } & OfIssue)
  | ({ readonly type: 'WriteReportNote'; readonly note: string } & OfIssue)
  | ({ readonly type: 'DeleteReportDraft' } & OfIssue);
