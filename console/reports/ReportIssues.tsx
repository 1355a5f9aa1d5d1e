/** One report: what it is about, its issues, the newest first, and what can be done with them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { lazy, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReportAnswer, ReportIssueAnswer } from '../../query-service/contract/answers/reports.ts';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { saveExport } from '../links/export/save-export.ts';
import { comparePath } from '../past/compare-path.ts';
import { usePast } from '../platform/address/as-of.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { send } from '../platform/api/client.ts';
import { translateServerText } from '../platform/language/server-texts.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { copyLink } from '../shares/copy-link.ts';
import { messages as shareWords } from '../shares/messages.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { CalendarIcon, CopyIcon, DownloadIcon, EditIcon, MoreIcon, TrashIcon } from '../ui/layout/icons.tsx';
import { type MenuAction, MenuButton } from '../ui/layout/MenuButton.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { messages as common } from '../ui/messages.ts';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { IssueMails } from './IssueMails.tsx';
import { element, FORMAT_LABELS, format, formatDays, formatReport, formatState, messages } from './messages.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }));
const DraftIssue = lazy(async () => ({ default: (await import('./IssueDialogs.tsx')).DraftIssue }));
const EditNote = lazy(async () => ({ default: (await import('./IssueDialogs.tsx')).EditNote }));
const ReleaseIssue = lazy(async () => ({ default: (await import('./IssueDialogs.tsx')).ReleaseIssue }));

/** A command that a person has to confirm. */
interface Question {
  readonly kind: 'delete' | 'deleteDraft' | 'takeDown';
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

interface IssueProps {
  readonly report: ReportAnswer;
  readonly issue: ReportIssueAnswer;
  readonly ask: (question: Question) => void;
}

function useActions({ report, issue, ask }: IssueProps): readonly MenuAction[] {
  const { open } = useOverlay();
  const navigate = useNavigate();
  const { subject, teamId, mayEdit, mayRelease } = report;
  const { shareId, url } = issue;
  const name = formatDays(issue);
  if (shareId === null) {
    const params = { id: report.id, issueId: issue.id };
    const remove = () => send('DELETE', '/api/reports/:id/issues/:issueId', { params });
    const actions = [
      { label: messages.noteTitle, icon: <EditIcon />, run: () => open('dialog', `note-${issue.id}`) },
      {
        label: messages.deleteDraft,
        icon: <TrashIcon />,
        run: () => ask({ kind: 'deleteDraft', name, run: remove }),
      },
    ];
    return mayEdit ? actions : [];
  }
  const close = () => send('DELETE', '/api/shared-links/:id', { params: { id: shareId } });
  const takeDown = () => ask({ kind: 'takeDown', name, run: close });
  const files = issue.formats.flatMap((file) => {
    const save = () => void saveExport(`/api/reports/${report.id}/issues/${issue.id}/${file}`, `report.${file}`);
    return file === 'html' ? [] : { label: FORMAT_LABELS[file], icon: <DownloadIcon />, run: save };
  });
  const since = { from: String(issue.position), [subject.kind]: subject.id, teams: [teamId ?? PERSONAL] };
  const compare = () => void navigate(comparePath(since));
  return [
    ...files,
    ...(subject.kind === 'tag' ? [] : [{ label: messages.changedSince, icon: <CalendarIcon />, run: compare }]),
    ...(url === null ? [] : [{ label: shareWords.copyLink, icon: <CopyIcon />, run: () => void copyLink(url) }]),
    ...(url !== null && mayRelease ? [{ label: messages.takeDown, icon: <TrashIcon />, run: takeDown }] : []),
  ];
}

const COLORS = { draft: 'warning.main', issued: 'success.main', revoked: 'text.secondary' } as const;

function Issue(props: IssueProps) {
  const { report, issue } = props;
  const { params, put } = useSearchState();
  const { open } = useOverlay();
  const actions = useActions(props);
  const { status, note, missed, issuedAt, issuedByName, draftedAt, draftedByName, url } = issue;
  const days = formatDays(issue);
  const isShown = params.get('issue') === issue.id;
  const hasMails = params.get('mails') === issue.id;
  const time = <RelativeTime at={issuedAt ?? draftedAt} />;
  return (
    <Box component="li" sx={SECTION_ROW}>
      <Box sx={{ flex: '1 1 224px', minWidth: 0, '& > p': { color: 'text.secondary', textWrap: 'pretty' } }}>
        <Typography component="h3" variant="h3">
          {days}
        </Typography>
        <Typography variant="body2">
          <Box component="span" sx={{ color: COLORS[status], fontWeight: 500 }}>
            {formatState(issue, report.mayRelease)}
          </Box>
          {' · '}
          {element(issuedAt === null ? 'draftedBy' : 'issuedBy', { name: issuedByName ?? draftedByName, time })}
        </Typography>
        {missed !== null && (
          <Typography variant="body2">{format('noPdf', { why: translateServerText(missed) })}</Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          aria-expanded={isShown}
          aria-label={format('previewOf', { days })}
          onClick={() => put({ report: report.id, issue: isShown ? null : issue.id }, { replace: true })}
        >
          {messages.preview}
        </Button>
        {issuedAt !== null && report.mayEdit && (
          <Button
            aria-expanded={hasMails}
            aria-label={format('mailsOf', { days })}
            onClick={() => put({ report: report.id, mails: hasMails ? null : issue.id }, { replace: true })}
          >
            {messages.mails}
          </Button>
        )}
        {status === 'draft' && report.mayRelease && (
          <Button variant="contained" color="primary" onClick={() => open('dialog', `release-${issue.id}`)}>
            {messages.release}
          </Button>
        )}
        {url !== null && (
          <Button href={url} target="_blank" rel="noopener">
            {messages.openPage}
          </Button>
        )}
        {actions.length > 0 && (
          <MenuButton
            button={(props) => (
              <IconButton {...props} aria-label={format('moreOf', { name: days })}>
                <MoreIcon />
              </IconButton>
            )}
            actions={actions}
          />
        )}
      </Box>
      {hasMails && issuedAt !== null && report.mayEdit && (
        <IssueMails id={report.id} issueId={issue.id} label={format('mailsOf', { days })} />
      )}
      {isShown && (
        <Box
          component="iframe"
          // Another key reads the page of a draft again after each change.
          key={`${report.revision} ${status} ${note}`}
          title={format('previewOf', { days })}
          src={`/api/reports/${report.id}/issues/${issue.id}/html`}
          sx={{
            display: 'block',
            width: '100%',
            height: 'min(80dvh, 1000px)',
            bgcolor: '#fff',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        />
      )}
    </Box>
  );
}

export function ReportIssues({ report: found }: { report: ReportAnswer }) {
  const { params, open } = useOverlay();
  const [question, ask] = useState<Question | null>(null);
  // Nothing can be changed while a past day is shown.
  const report = usePast() ? { ...found, mayEdit: false, mayRelease: false } : found;
  const { id, name, issues, mayEdit, mayRelease } = report;
  const dialog = params.get('dialog');
  const noted = issues.find((issue) => dialog === `note-${issue.id}`);
  const released = issues.find((issue) => dialog === `release-${issue.id}`);
  const remove = () => send('DELETE', '/api/reports/:id', { params: { id } });
  const actions = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button onClick={() => open('dialog', 'draft-issue')}>{messages.draftIssue}</Button>
      <Button onClick={() => open('dialog', 'edit-report')}>{messages.edit}</Button>
      <Button onClick={() => ask({ kind: 'delete', name, run: remove })}>{messages.delete}</Button>
    </Box>
  );
  return (
    <Section title={name} hint={formatReport(report)} action={mayEdit && actions}>
      <SectionList label={messages.issues}>
        {issues.length === 0 && (
          <Box component="li" sx={{ ...SECTION_ROW, color: 'text.secondary' }}>
            {messages.noIssues}
          </Box>
        )}
        {issues.map((issue) => (
          <Issue key={issue.id} report={report} issue={issue} ask={ask} />
        ))}
      </SectionList>
      <LazyBoundary>
        {mayEdit && dialog === 'edit-report' && <ReportDialog report={report} />}
        {mayEdit && dialog === 'draft-issue' && <DraftIssue report={report} />}
        {mayEdit && noted && <EditNote report={report} issue={noted} />}
        {mayRelease && released && <ReleaseIssue report={report} issue={released} />}
      </LazyBoundary>
      {question !== null && (
        <ConfirmDialog
          open
          title={format(`${question.kind}.title`, { name: question.name })}
          label={messages[question.kind]}
          cancel={common.cancel}
          onClose={() => ask(null)}
          onConfirm={async () => {
            await question.run();
            notify(messages[`${question.kind}.done`], { lines: [name] });
            await revalidateLists(['reports', 'shares']);
            ask(null);
          }}
        >
          <Typography sx={{ color: 'text.secondary' }}>{messages[`${question.kind}.hint`]}</Typography>
        </ConfirmDialog>
      )}
    </Section>
  );
}
