/** The browsers that are signed in. One or all of them can be signed out. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { mutate } from 'swr';
import type { SessionAnswer } from '../../query-service/contract/answers/account.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { clearAndReload } from '../session/log-out.ts';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { MonitorIcon } from '../ui/layout/icons.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { element, format, formatBrowser, messages } from './messages.ts';
import { useSessions } from './queries.ts';

function SessionRow({ session }: { session: SessionAnswer }) {
  const { id, current, network, startedAt, lastUsedAt } = session;
  const browser = formatBrowser(session.browser);
  const [busy, setBusy] = useState(false);

  const end = async () => {
    setBusy(true);
    try {
      await send('DELETE', '/api/sessions/:id', { params: { id } });
      notify(messages.sessionEnded, { lines: [browser] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // 404: the session had already ended.
      if (error.status !== 404 && error.status !== 401)
        notify(messages.sessionFailed, { lines: [error.message], severity: 'destructive' });
    }
    setBusy(false);
    await mutate('/api/sessions');
  };

  return (
    <Box component="li" sx={SECTION_ROW}>
      <MonitorIcon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography sx={{ fontWeight: 500 }}>{browser}</Typography>
          {current && <Chip size="small" variant="outlined" label={messages.thisSession} sx={{ height: 20 }} />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {element('session', {
            lastUsed: <RelativeTime at={lastUsedAt} />,
            network,
            started: <RelativeTime at={startedAt} />,
          })}
        </Typography>
      </Box>
      {!current && (
        <Button disabled={busy} aria-label={format('endSessionOf', { browser })} onClick={() => void end()}>
          {messages.endSession}
        </Button>
      )}
    </Box>
  );
}

export function Sessions() {
  const sessions = useSessions();
  return (
    <Section
      title={messages.sessions}
      hint={messages.sessionsHint}
      action={
        <ConfirmButton
          button={(ask) => <Button onClick={ask}>{messages.endAll}</Button>}
          title={messages.endAllTitle}
          label={messages.endAll}
          onConfirm={async () => {
            await send('DELETE', '/api/sessions');
            clearAndReload();
            return true;
          }}
        >
          <Typography sx={{ color: 'text.secondary' }}>{messages.endAllHint}</Typography>
        </ConfirmButton>
      }
    >
      <QueryState query={sessions} failed={messages.sessionsFailed}>
        {(data) => (
          <SectionList label={messages.sessions}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </SectionList>
        )}
      </QueryState>
    </Section>
  );
}
