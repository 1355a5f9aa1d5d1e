/** /share/{shareId}: the report that an agency shares with a client. It needs no account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import { sharePasswordHeader } from '../../query-service/contract/share-password.ts';
import { publicIdFromPath } from '../platform/address/page-paths.ts';
import { type ApiError, download, getAsVisitor } from '../platform/api/client.ts';
import { saveFile } from '../platform/browser/save-file.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { AlertIcon } from '../ui/layout/icons.tsx';
import { messages as common } from '../ui/messages.ts';
import { PublicLoading, PublicPage } from '../ui/pages/PublicPage.tsx';
import { pageTitle } from '../ui/text/page-title.ts';
import { format, messages } from './messages.ts';
import { SharedReport } from './SharedReport.tsx';
import { SharePasswordForm } from './SharePasswordForm.tsx';
import { fileOf, PRINT_PAGE_SIZE, readView, type SharedView, urlOf } from './shared-view.ts';
import { useSharedView } from './use-shared-view.ts';

type SharePath = ReturnType<typeof urlOf>;
type VisitedShare = Awaited<ReturnType<typeof fetchShare>>;

/** The password is sent in a header, because histories and logs keep addresses. */
function headersOf(password: string | null): Record<string, string> {
  return password === null ? {} : { 'X-Share-Password': sharePasswordHeader(password) };
}

function fetchShare(path: SharePath, password: string | null) {
  return getAsVisitor(path, headersOf(password));
}

async function saveFileOf(shareId: string, view: SharedView, password: string | null): Promise<void> {
  const { blob, name } = await download(fileOf(shareId, view), { headers: headersOf(password), quiet: true });
  saveFile(blob, name ?? 'backlinks.csv');
}

interface ContentProps extends ReturnType<typeof useSharedView> {
  readonly shareId: string;
  readonly password: string | null;
  readonly setPassword: (password: string) => void;
  readonly visit: SWRResponse<VisitedShare, ApiError>;
}

function Content({ shareId, view, change, password, setPassword, visit: { data, error, mutate } }: ContentProps) {
  const reason = useRef<ApiError | null>(null);

  if (error !== undefined && (error.status === 401 || (error.status === 429 && data === undefined))) {
    reason.current ??= error;
    return (
      <>
        <title>{pageTitle(messages.protected)}</title>
        <Box sx={{ minHeight: '60dvh', display: 'grid', placeContent: 'center', justifyItems: 'center' }}>
          <SharePasswordForm
            reason={reason.current}
            unlock={async (typed) => {
              await fetchShare(urlOf(shareId, readView(new URLSearchParams(window.location.search))), typed);
              setPassword(typed);
            }}
          />
        </Box>
      </>
    );
  }
  if (data !== undefined) {
    const { answer, total } = data;
    // The page of a report is a file that was sent once, and stays as it is.
    if (answer.report !== null) {
      window.location.replace(answer.report);
      return <PublicLoading>{messages.loading}</PublicLoading>;
    }
    return (
      <>
        <title>{pageTitle(format('reportOf', { client: answer.clientName }))}</title>
        <SharedReport
          shared={answer}
          found={total ?? answer.total}
          view={view}
          change={change}
          error={error}
          retry={() => void mutate()}
          save={() => saveFileOf(shareId, view, password)}
          read={async (at) => (await fetchShare(urlOf(shareId, at, PRINT_PAGE_SIZE), password)).answer.links}
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
          action={<Button onClick={() => void mutate()}>{common.retry}</Button>}
        >
          {messages.loadFailed}
          {gone && ` ${messages.notThereHint}`}
        </EmptyState>
      </>
    );
  }
  return <PublicLoading>{messages.loading}</PublicLoading>;
}

export function SharePage() {
  const shareId = publicIdFromPath(window.location.pathname);
  const shown = useSharedView();
  const [password, setPassword] = useState<string | null>(null);
  const visit = useSWR<VisitedShare, ApiError>(
    [urlOf(shareId, shown.view), password],
    ([path, with_]: [SharePath, string | null]) => fetchShare(path, with_),
    { keepPreviousData: true },
  );
  return (
    <PublicPage maxWidth={1200} brand={visit.data?.answer.brand ?? null}>
      <title>{common.product}</title>
      <Content {...shown} shareId={shareId} password={password} setPassword={setPassword} visit={visit} />
    </PublicPage>
  );
}
