/** A report of an agency to a client: what it tells, who gets it, and its issues. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { PlannedRecipient, ReportCommand } from './commands.ts';
import type { IssuePeriod, ReportEvent, ReportFields, ReportSubject } from './events.ts';

/** The stream of one report. */
export const streamOf = (reportId: string): string => `report-${reportId}`;

/** An issue; once its share exists, it is out. */
export interface Issue {
  readonly shareId: string;
  readonly period: IssuePeriod;
  readonly note: string;
}

export interface ActiveReport {
  readonly status: 'active';
  readonly scope: Scope;
  readonly subject: ReportSubject;
  readonly fields: ReportFields;
  readonly recipients: readonly PlannedRecipient[];
  /** The ids of recipients who want no mails. */
  readonly left: ReadonlySet<string>;
  readonly issues: ReadonlyMap<string, Issue>;
  /** Drafts that a person deleted. */
  readonly deleted: ReadonlySet<string>;
}

export type ReportState = { readonly status: 'none' | 'deleted' } | ActiveReport;

const initialState: ReportState = { status: 'none' };

function evolve(state: ReportState, event: ReportEvent): ReportState {
  if (event.type === 'ReportDefined') {
    const { reportId: _, scope, subject, ...fields } = event.data;
    const none = { recipients: [], left: new Set<string>(), issues: new Map(), deleted: new Set<string>() };
    return { status: 'active', scope, subject, fields, ...none };
  }
  return state.status === 'active' ? changed(state, event) : state;
}

function changed(state: ActiveReport, event: Exclude<ReportEvent, { type: 'ReportDefined' }>): ReportState {
  switch (event.type) {
    case 'ReportEdited':
      return { ...state, fields: withChanges(state.fields, event.data.changes) };
    case 'ReportRecipientAdded': {
      const { recipientId, email } = event.data;
      return { ...state, recipients: [...state.recipients, { recipientId, email }] };
    }
    case 'ReportRecipientRemoved':
      return {
        ...state,
        recipients: state.recipients.filter(({ recipientId }) => recipientId !== event.data.recipientId),
      };
    case 'ReportRecipientLeft':
      return { ...state, left: new Set([...state.left, event.data.recipientId]) };
    case 'ReportRecipientReturned':
      return { ...state, left: new Set([...state.left].filter((id) => id !== event.data.recipientId)) };
    case 'ReportDeleted':
      return { status: 'deleted' };
    case 'ReportDrafted': {
      const { issueId, shareId, period } = event.data;
      return { ...state, issues: new Map([...state.issues, [issueId, { shareId, period, note: '' }]]) };
    }
    case 'ReportNoteWritten': {
      const { issueId, note } = event.data;
      const issue = state.issues.get(issueId);
      return issue ? { ...state, issues: new Map([...state.issues, [issueId, { ...issue, note }]]) } : state;
    }
    case 'ReportDraftDeleted':
      return {
        ...state,
        issues: new Map([...state.issues].filter(([id]) => id !== event.data.issueId)),
        deleted: new Set([...state.deleted, event.data.issueId]),
      };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: ReportState, command: ReportCommand): readonly ReportEvent[] {
  const { reportId } = command;
  if (command.type === 'DefineReport') {
    if (state.status !== 'none') return [];
    const { type: _, recipients, ...data } = command;
    requireSchedulable(data);
    return [{ type: 'ReportDefined', data }, ...recipients.map((each) => recipientAdded(reportId, each))];
  }
  if (state.status !== 'active') {
    if (command.type === 'DeleteReport' && state.status === 'deleted') return [];
    throw new DomainError('not-found', 'not-found', 'This report no longer exists.');
  }
  switch (command.type) {
    case 'EditReport': {
      const { fields, recipients = state.recipients } = command;
      const changes = changesBetween(state.fields, fields);
      requireSchedulable(withChanges(state.fields, changes));
      const missingIn = (others: readonly PlannedRecipient[]) => (one: PlannedRecipient) =>
        !others.some(({ email }) => email === one.email);
      return [
        ...(isUnchanged(changes) ? [] : [{ type: 'ReportEdited', data: { reportId, changes } } as const]),
        ...state.recipients.filter(missingIn(recipients)).map(({ recipientId }) => {
          return { type: 'ReportRecipientRemoved', data: { reportId, recipientId } } as const;
        }),
        ...recipients.filter(missingIn(state.recipients)).map((each) => recipientAdded(reportId, each)),
      ];
    }
    case 'LeaveReport':
    case 'ReturnToReport': {
      const { type, recipientId } = command;
      const [isLeaving, hasLeft] = [type === 'LeaveReport', state.left.has(recipientId)];
      if (isLeaving === hasLeft || !state.recipients.some((each) => each.recipientId === recipientId)) return [];
      const event = isLeaving ? 'ReportRecipientLeft' : 'ReportRecipientReturned';
      return [{ type: event, data: { reportId, recipientId } }];
    }
    case 'DeleteReport': {
      const recipientIds = state.recipients.map(({ recipientId }) => recipientId);
      return [{ type: 'ReportDeleted', data: { reportId, recipientIds } }];
    }
    case 'DraftReport': {
      const { type: _, ...data } = command;
      return state.issues.has(command.issueId) || state.deleted.has(command.issueId)
        ? []
        : [{ type: 'ReportDrafted', data }];
    }
    case 'WriteReportNote': {
      const { issueId, note } = command;
      const issue = state.issues.get(issueId);
      if (issue === undefined) throw new DomainError('not-found', 'not-found', 'This draft no longer exists.');
      return issue.note === note ? [] : [{ type: 'ReportNoteWritten', data: { reportId, issueId, note } }];
    }
    case 'DeleteReportDraft': {
      const { issueId } = command;
      return state.issues.has(issueId) ? [{ type: 'ReportDraftDeleted', data: { reportId, issueId } }] : [];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

function requireSchedulable({ period, schedule }: Pick<ReportFields, 'period' | 'schedule'>): void {
  if (period !== 'own' || schedule === null) return;
  throw new DomainError('conflict', 'no-period', 'A report with days of its own cannot go out by itself.');
}

function recipientAdded(reportId: string, { recipientId, email }: PlannedRecipient): ReportEvent {
  return { type: 'ReportRecipientAdded', data: { reportId, recipientId, email } };
}

export const report: Decider<ReportState, ReportCommand, ReportEvent> = {
  streamOf: ({ reportId }) => streamOf(reportId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is ReportEvent => isOf(event, 'report'),
};
