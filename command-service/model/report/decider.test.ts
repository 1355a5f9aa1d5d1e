import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { ReportCommand } from './commands.ts';
import { report } from './decider.ts';
import type { IssuePeriod, ReportEvent, ReportFields } from './events.ts';

const scenario = givenWhenThen(report);
const reportId = 'r1';
const fields: ReportFields = {
  ...{ name: 'Monthly', period: 'month', parts: ['delivered'], prices: false, language: 'en', paper: 'a4' },
  schedule: null,
};
const about = { scope: 'team:t1', subject: { kind: 'client', id: 'client.example' } } as const;
const define: ReportCommand = { type: 'DefineReport', reportId, ...about, ...fields, recipients: [] };
const defined: ReportEvent = { type: 'ReportDefined', data: { reportId, ...about, ...fields } };
const zoe = { recipientId: 'p1', email: 'zoe@client.example' };
const joined: ReportEvent = { type: 'ReportRecipientAdded', data: { reportId, ...zoe } };
const period: IssuePeriod = { from: '2026-02-01', to: '2026-02-28', timeZone: 'UTC', after: 4, position: 90 };
const draft = { reportId, issueId: 'i1', shareId: 's1', period, rules: 1, held: null };
const drafted: ReportEvent = { type: 'ReportDrafted', data: draft };

test('a report is defined once, with its recipients', (t) => {
  scenario(t)
    .given()
    .when({ ...define, recipients: [zoe] } as ReportCommand)
    .yields(defined, joined);
  scenario(t).given(defined).when(define).yields();
});

test('an edit changes fields and recipients; a recipient who stays keeps their key', (t) => {
  const edit = (more: object): ReportCommand => ({ type: 'EditReport', reportId, fields: {}, ...more });
  scenario(t)
    .given(defined)
    .when(edit({ fields: { name: 'Board', period: 'month' } }))
    .yields({ type: 'ReportEdited', data: { reportId, changes: { name: { from: 'Monthly', to: 'Board' } } } });
  const bob = { recipientId: 'p3', email: 'bob@client.example' };
  scenario(t)
    .given(defined, joined)
    .when(edit({ recipients: [{ ...zoe, recipientId: 'p2' }, bob] }))
    .yields({ type: 'ReportRecipientAdded', data: { reportId, ...bob } });
  scenario(t)
    .given(defined, joined)
    .when(edit({ recipients: [] }))
    .yields({ type: 'ReportRecipientRemoved', data: { reportId, recipientId: 'p1' } });
});

test('a recipient leaves and comes back, each once; a stranger and a removed recipient change nothing', (t) => {
  const ofZoe = { reportId, recipientId: 'p1' };
  const left: ReportEvent = { type: 'ReportRecipientLeft', data: ofZoe };
  const back: ReportEvent = { type: 'ReportRecipientReturned', data: ofZoe };
  const leave: ReportCommand = { type: 'LeaveReport', ...ofZoe };
  const comeBack: ReportCommand = { type: 'ReturnToReport', ...ofZoe };
  scenario(t).given(defined, joined).when(leave).yields(left);
  scenario(t).given(defined, joined, left).when(leave).yields();
  scenario(t).given(defined, joined, left).when(comeBack).yields(back);
  scenario(t).given(defined, joined).when(comeBack).yields();
  scenario(t)
    .given(defined, joined)
    .when({ ...leave, recipientId: 'p9' })
    .yields();
  const removed: ReportEvent = { type: 'ReportRecipientRemoved', data: ofZoe };
  scenario(t).given(defined, joined, removed).when(leave).yields();
  const edit: ReportCommand = { type: 'EditReport', reportId, fields: {}, recipients: [{ ...zoe, recipientId: 'p2' }] };
  scenario(t).given(defined, joined, left).when(edit).yields();
  scenario(t)
    .given(defined, joined, { type: 'ReportDeleted', data: { reportId, recipientIds: ['p1'] } })
    .when(leave)
    .refused('not-found');
});

test('a report with days of its own has no schedule', (t) => {
  const schedule = { hour: 8, waits: true };
  scenario(t)
    .given()
    .when({ ...define, period: 'own', schedule } as ReportCommand)
    .refused('no-period');
  scenario(t)
    .given(defined)
    .when({ type: 'EditReport', reportId, fields: { period: 'own', schedule } })
    .refused('no-period');
});

test('a draft gets a note and can be deleted; the report is deleted with the keys of its recipients', (t) => {
  scenario(t)
    .given(defined)
    .when({ type: 'DraftReport', ...draft })
    .yields(drafted);
  const note = { type: 'WriteReportNote', reportId, issueId: 'i1', note: 'A good month' } as const;
  const written: ReportEvent = { type: 'ReportNoteWritten', data: { reportId, issueId: 'i1', note: 'A good month' } };
  scenario(t).given(defined, drafted).when(note).yields(written);
  scenario(t).given(defined, drafted, written).when(note).yields();
  scenario(t).given(defined).when(note).refused('not-found');
  scenario(t)
    .given(defined, drafted)
    .when({ type: 'DeleteReportDraft', reportId, issueId: 'i1' })
    .yields({ type: 'ReportDraftDeleted', data: { reportId, issueId: 'i1' } });
  scenario(t)
    .given(defined, joined)
    .when({ type: 'DeleteReport', reportId })
    .yields({ type: 'ReportDeleted', data: { reportId, recipientIds: ['p1'] } });
});

test('a repeated command changes nothing', (t) => {
  const command = fc.constantFrom<ReportCommand>(
    ...[define, { type: 'DraftReport', ...draft } as const],
    { type: 'EditReport', reportId, fields: { name: 'Board' }, recipients: [zoe] },
    { type: 'DeleteReportDraft', reportId, issueId: 'i1' },
    { type: 'LeaveReport', reportId, recipientId: 'p1' },
    { type: 'ReturnToReport', reportId, recipientId: 'p1' },
  );
  const property = fc.property(fc.array(command, { maxLength: 6 }), command, (before, last) => {
    return play(report, [define, ...before, last, last]).at(-1)?.length === 0;
  });
  t.notThrows(() => fc.assert(property));
});
