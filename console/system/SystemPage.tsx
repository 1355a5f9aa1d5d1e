/** The state of the installation, for its administrators: read again every few seconds while the page is visible. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { SystemAnswer } from '../../query-service/contract/answers/system.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { translateServerText } from '../platform/language/server-texts.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { LockIcon } from '../ui/layout/icons.tsx';
import { Section } from '../ui/layout/Section.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { PrintNote } from '../ui/pages/PrintNote.tsx';
import { Backups } from './Backups.tsx';
import { Checks } from './Checks.tsx';
import { Fact } from './Fact.tsx';
import { Mails } from './Mails.tsx';
import { messages } from './messages.ts';
import { Problems } from './Problems.tsx';
import { Processes } from './Processes.tsx';
import { Storage } from './Storage.tsx';
import { Views } from './Views.tsx';

const SYSTEM = pathTo('/api/system');
const EVERY_MS = 10_000;

function Details({ system }: { system: SystemAnswer }) {
  return (
    <>
      <Problems problems={system.problems} />
      <Section title={messages.checks}>
        <Checks system={system} />
      </Section>
      <Section title={messages.mails}>
        <Mails mails={system.mails} />
      </Section>
      <Section title={messages.views} hint={messages.viewsHint}>
        <Views views={system.views} />
      </Section>
      <Section title={messages.signUp} hint={messages.signUpHint}>
        <Fact>{translateServerText(system.signUp.sentence ?? messages.signUpOpen)}</Fact>
      </Section>
      <Section title={messages.storage}>
        <Storage system={system} />
      </Section>
      <Section title={messages.backup}>
        <Backups system={system} />
      </Section>
      <Section title={messages.processes}>
        <Processes processes={system.processes} />
      </Section>
    </>
  );
}

export function SystemPage() {
  const { data, error, mutate } = useAnswer(SYSTEM, { refreshInterval: EVERY_MS, revalidateOnFocus: true });
  if (error?.status === 403) {
    return (
      <PageLayout title={messages.title}>
        <Paper variant="outlined">
          <EmptyState icon={<LockIcon />} title={messages.forbidden}>
            {messages.forbiddenHint}
          </EmptyState>
        </Paper>
      </PageLayout>
    );
  }
  return (
    <PageLayout title={messages.title} note={messages.note}>
      {error !== undefined && <RetryAlert failed={messages.loadFailed} error={error} retry={mutate} />}
      {data === undefined ? (
        error === undefined && (
          <Box aria-busy sx={{ display: 'grid', gap: 2 }}>
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} variant="rounded" height={88} />
            ))}
          </Box>
        )
      ) : (
        <Details system={data} />
      )}
      <PrintNote withAddress />
    </PageLayout>
  );
}
