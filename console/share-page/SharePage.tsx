/** /share/{shareId}: what an agency shows a client. Opened without an account, outside the console. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef, useState } from 'react';
import { useParams } from 'react-router';
import useSWR from 'swr';
import type { SharedAnswer } from '../../query-service/contract/answers/shares.ts';
import { sharePasswordHeader } from '../../query-service/contract/share-password.ts';
import { type ApiError, getAsVisitor } from '../platform/api/client.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Logo } from '../ui/Logo.tsx';
import { messages as common } from '../ui/messages.ts';
import { pageTitle } from '../ui/page-title.ts';
import { ThemeToggle } from '../ui/theme/ThemeToggle.tsx';
import { messages } from './messages.ts';
import { SharedReport } from './SharedReport.tsx';
import { SharePasswordForm } from './SharePasswordForm.tsx';
import { readView, urlOf, useSharedView } from './shared-view.ts';

type Visited = Awaited<ReturnType<typeof getAsVisitor<SharedAnswer>>>;

/** The password travels in a header: addresses are kept in histories and logs. */
function fetchShare(path: string, password: string | null): Promise<Visited> {
  return getAsVisitor<SharedAnswer>(
    path,
    password === null ? {} : { 'X-Share-Password': sharePasswordHeader(password) },
  );
}

function Centered({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '60dvh', display: 'grid', placeContent: 'center', justifyItems: 'center' }}>{children}</Box>
  );
}

function Content({ shareId }: { shareId: string }) {
  const { view, change } = useSharedView();
  const [password, setPassword] = useState<string | null>(null);
  const { data, error, mutate } = useSWR<Visited, ApiError>(
    [urlOf(shareId, view), password],
    ([path, with_]: [string, string | null]) => fetchShare(path, with_),
    { keepPreviousData: true },
  );
  const asked = useRef<ApiError | null>(null);

  if (error !== undefined && (error.status === 401 || (error.status === 429 && data === undefined))) {
    asked.current ??= error;
    return (
      <>
        <title>{pageTitle(messages.protected)}</title>
        <Centered>
          <SharePasswordForm
            reason={asked.current}
            unlock={async (typed) => {
              await fetchShare(urlOf(shareId, readView(new URLSearchParams(window.location.search))), typed);
              setPassword(typed);
            }}
          />
        </Centered>
      </>
    );
  }
  if (data !== undefined) {
    const { answer, total } = data;
    return (
      <>
        <title>{pageTitle(answer.clientDomain)}</title>
        <SharedReport
          shared={answer}
          found={total ?? answer.total}
          view={view}
          change={change}
          error={error}
          retry={() => void mutate()}
        />
      </>
    );
  }
  if (error !== undefined) {
    const gone = error.status === 404;
    return (
      <>
        <title>{pageTitle(gone ? messages.notThere : messages.failed)}</title>
        <EmptyState
          level="h1"
          icon={<AlertIcon />}
          title={gone ? messages.notThere : messages.failed}
          action={<Button onClick={() => void mutate()}>{messages.retry}</Button>}
        >
          {messages.loadFailed}
          {gone && ` ${messages.notThereHint}`}
        </EmptyState>
      </>
    );
  }
  return (
    <Centered>
      <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2 }}>
        <CircularProgress size={24} thickness={4} aria-hidden />
        <Typography sx={{ color: 'text.secondary' }}>{messages.loading}</Typography>
      </Box>
    </Centered>
  );
}

export function SharePage() {
  const { shareId = '' } = useParams();
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <title>{common.product}</title>
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: { xs: 2, md: 3 },
          height: 56,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Logo />
        <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em', flex: 1 }}>{common.product}</Typography>
        <ThemeToggle />
      </Box>
      <Box
        component="main"
        sx={{ width: '100%', maxWidth: 1200, mx: 'auto', px: { xs: 2, md: 3 }, pt: { xs: 3, md: 5 }, pb: 6 }}
      >
        <Content shareId={shareId} key={shareId} />
      </Box>
    </Box>
  );
}
