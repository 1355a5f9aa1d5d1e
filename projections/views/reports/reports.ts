/** Reports with their recipients and issues. */

import { isOf, withChanges } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { PlannedRecipient } from '../../../command-service/model/report/commands.ts';
import type {
  HeldBecause,
  IssuePeriod,
  ReportFields,
  ReportFile,
  ReportSubject,
} from '../../../command-service/model/report/events.ts';
import type { Recorded, View } from '../../view.ts';

/** An issue; `issuedAt` is null for a draft. Its share may be revoked. */
export interface IssueDoc {
  readonly id: string;
  readonly shareId: string;
  readonly period: IssuePeriod;
  readonly rules: number;
  readonly held: HeldBecause | null;
  readonly note: string;
  readonly draftedAt: string;
  readonly draftedBy: string;
  readonly issuedAt: string | null;
  readonly issuedBy: string | null;
  readonly files: readonly ReportFile[];
  readonly missed: string | null;
}

export interface ReportDoc extends ReportFields {
  readonly id: string;
  readonly scope: Scope;
  readonly subject: ReportSubject;
  /** `leftAt`: since when a recipient wants no mails. */
  readonly recipients: readonly (PlannedRecipient & { readonly leftAt: string | null })[];
  /** The newest first. */
  readonly issues: readonly IssueDoc[];
  readonly revision: number;
  readonly definedAt: string;
  /** The person who defined it, or who chose its prices later. */
  readonly pricesBy: string;
  /** When its schedule or its kind of period was chosen. */
  readonly scheduledAt: string;
  /** 1 with a schedule, else 0. */
  readonly scheduled: number;
}

type ReportEvent = Extract<Recorded, { readonly data: { readonly reportId: string } }>;

/** One document per report, until it is deleted. */
export const reports: View<ReportDoc, 'scope' | 'scheduled'> = {
  name: 'reports',
  version: 3,
  fields: ['scope', 'scheduled'],
  partition: 'scope',
  keys(event) {
    if (event.type === 'ShareCreated') return event.data.report ? [event.data.report.reportId] : [];
    return isOf(event, 'report') ? [event.data.reportId] : [];
  },
  evolve(doc, event) {
    if (event.type === 'ShareCreated' && doc !== null && event.data.report) {
      const { issueId, files, missed } = event.data.report;
      const { at, actor } = event.metadata;
      return withIssue(doc, issueId, { files, missed, issuedAt: at, issuedBy: actor });
    }
    if (!isOf(event, 'report')) return doc;
    const { revision } = event;
    const { at, actor } = event.metadata;
    if (event.type === 'ReportDefined') {
      const { reportId: id, ...fields } = event.data;
      const scheduled = fields.schedule === null ? 0 : 1;
      const since = { definedAt: at, pricesBy: actor, scheduledAt: at, scheduled };
      return { id, ...fields, recipients: [], issues: [], revision, ...since };
    }
    if (doc === null || event.type === 'ReportDeleted') return null;
    return { ...changed(doc, event), revision };
  },
};

function changed(
  doc: ReportDoc,
  event: Exclude<ReportEvent, { readonly type: 'ReportDefined' | 'ReportDeleted' }>,
): ReportDoc {
  const { at, actor } = event.metadata;
  switch (event.type) {
    case 'ReportEdited': {
      const { changes } = event.data;
      const edited = withChanges<ReportFields, ReportDoc>(doc, changes);
      return {
        ...edited,
        pricesBy: changes.prices?.to === true ? actor : doc.pricesBy,
        scheduledAt: changes.schedule || changes.period ? at : doc.scheduledAt,
        scheduled: edited.schedule === null ? 0 : 1,
      };
    }
    case 'ReportRecipientAdded': {
      const { recipientId, email } = event.data;
      // null at run time once the recipient is erased.
      return email === null ? doc : { ...doc, recipients: [...doc.recipients, { recipientId, email, leftAt: null }] };
    }
    case 'ReportRecipientRemoved': {
      const recipients = doc.recipients.filter(({ recipientId }) => recipientId !== event.data.recipientId);
      return { ...doc, recipients };
    }
    case 'ReportRecipientLeft':
    case 'ReportRecipientReturned': {
      const leftAt = event.type === 'ReportRecipientLeft' ? at : null;
      const left = ({ recipientId }: PlannedRecipient) => recipientId === event.data.recipientId;
      return { ...doc, recipients: doc.recipients.map((each) => (left(each) ? { ...each, leftAt } : each)) };
    }
    case 'ReportDrafted': {
      const { reportId: _, issueId: id, ...data } = event.data;
      const none = { note: '', issuedAt: null, issuedBy: null, files: [], missed: null };
      return { ...doc, issues: [{ id, ...data, ...none, draftedAt: at, draftedBy: actor }, ...doc.issues] };
    }
    case 'ReportNoteWritten':
      return withIssue(doc, event.data.issueId, { note: event.data.note });
    case 'ReportDraftDeleted':
      return { ...doc, issues: doc.issues.filter(({ id }) => id !== event.data.issueId) };
    default:
      event satisfies never;
      return doc;
  }
}

function withIssue(doc: ReportDoc, issueId: string, fields: Partial<IssueDoc>): ReportDoc {
  return { ...doc, issues: doc.issues.map((issue) => (issue.id === issueId ? { ...issue, ...fields } : issue)) };
}
