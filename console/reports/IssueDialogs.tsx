/** The dialogs of issues: a new draft, its note, and its release. */
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import type { ReportAnswer, ReportIssueAnswer } from '../../query-service/contract/answers/reports.ts';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { ExpiryField, PasswordField } from '../shares/AccessFields.tsx';
import { formatUnsent, messages as shareWords } from '../shares/messages.ts';
import { bodyOf, initialShare, validate } from '../shares/share-form.ts';
import { CheckBox } from '../ui/fields/CheckBox.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog, HALF } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { format, formatDays, messages } from './messages.ts';

const DONE = { done: true } as const;

/** Drafts an issue: of the last period that has ended, or of the days that a person chooses. */
export function DraftIssue({ report: { id, period } }: { report: ReportAnswer }) {
  const { put } = useSearchState();
  const isOwn = period === 'own';
  const drafted = useRef('');
  const submit = async (body: { from: string; to: string }) => {
    drafted.current = (await send('POST', '/api/reports/:id/issues', { params: { id }, body })).id;
    await revalidateLists(['reports']);
    return DONE;
  };
  return (
    <FormDialog
      {...useFormOverlay('dialog', 'draft-issue')}
      draft="draft-issue"
      title={messages.draftIssue}
      maxWidth="xs"
      initialValues={{ from: '', to: '' }}
      submitLabel={{ idle: messages.draftIssue, pending: shareWords.saving }}
      validate={() => ({})}
      submit={submit}
      onDone={() => put({ dialog: null, report: id, issue: drafted.current }, { replace: true })}
    >
      {!isOwn && <Typography sx={{ color: 'text.secondary' }}>{messages.draftHint}</Typography>}
      <TextField name="from" label={messages.firstDay} type="date" required={isOwn} sx={HALF} />
      <TextField name="to" label={messages.lastDay} type="date" required={isOwn} sx={HALF} />
    </FormDialog>
  );
}

interface IssueProps {
  readonly report: ReportAnswer;
  readonly issue: ReportIssueAnswer;
}

export function EditNote({ report, issue }: IssueProps) {
  const submit = async (body: { note: string }) => {
    await send('PATCH', '/api/reports/:id/issues/:issueId', { params: { id: report.id, issueId: issue.id }, body });
    await revalidateLists(['reports']);
    return DONE;
  };
  return (
    <FormDialog
      {...useFormOverlay('dialog', `note-${issue.id}`)}
      draft={`note-${issue.id}`}
      title={messages.noteTitle}
      initialValues={{ note: issue.note }}
      submitLabel={{ idle: messages.saveNote, pending: shareWords.saving }}
      validate={() => ({})}
      submit={submit}
    >
      <TextField name="note" label={messages.noteLabel} hint={messages.noteHint} rows={5} autoFocus />
    </FormDialog>
  );
}

/** Makes the files and the page of an issue, which is a share. A toast says which recipients did not get their mail. */
export function ReleaseIssue({ report, issue }: IssueProps) {
  const { id, name, subject } = report;
  const count = report.recipients.length - report.unsubscribed.length;
  const initialValues = { ...initialShare, clientDomain: subject.id, mail: count > 0 };
  const submit = async ({ mail, ...access }: typeof initialValues) => {
    const { password, expiresAt } = bodyOf(access, Date.now());
    const params = { id, issueId: issue.id };
    const body = { password, expiresAt, mail };
    const share = await send('POST', '/api/reports/:id/issues/:issueId/release', { params, body });
    const unsent = formatUnsent(share).map(([, text]) => text);
    notify(messages.released, { lines: [`${name} · ${formatDays(issue)}`, ...unsent], stays: unsent.length > 0 });
    await revalidateLists(['reports', 'shares']);
    return DONE;
  };
  return (
    <FormDialog
      {...useFormOverlay('dialog', `release-${issue.id}`)}
      draft={`release-${issue.id}`}
      title={format('releaseTitle', { days: formatDays(issue) })}
      maxWidth="xs"
      initialValues={initialValues}
      neverDraft={['password']}
      submitLabel={{ idle: messages.releaseNow, pending: messages.releasing }}
      validate={(values) => validate(values, '', initialShare)}
      submit={submit}
    >
      <Typography sx={{ color: 'text.secondary' }}>{messages.releaseHint}</Typography>
      <PasswordField />
      <ExpiryField />
      {count > 0 ? (
        <CheckBox name="mail" label={format('mail', { count })} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{messages.nobody}</Typography>
      )}
    </FormDialog>
  );
}
