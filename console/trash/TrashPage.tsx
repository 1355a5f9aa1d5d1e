/** Deleted links that can still be restored. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { TrashAnswer } from '../../query-service/contract/answers/links.ts';
import { searchable, sought } from '../../query-service/contract/search-text.ts';
import { RestoreButton } from '../links/actions/RestoreButton.tsx';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { AlertIcon, ArrowDownIcon, SearchIcon, TrashIcon } from '../ui/layout/icons.tsx';
import { ShowMore } from '../ui/lists/ShowMore.tsx';
import { messages as common } from '../ui/messages.ts';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { UrlText } from '../ui/text/UrlText.tsx';
import { formatPurge, messages } from './messages.ts';
import { PurgeButton } from './PurgeButton.tsx';
import { useTrash } from './queries.ts';

/** Rows shown at first, and more at each press. */
const STEP = 50;

/** Where a row has room for columns. */
const WIDE_LIST = '@container (min-width: 720px)';

function matches(item: TrashAnswer, search: string): boolean {
  const needle = sought(search.trim());
  return [item.articleLink, item.clientLink, item.anchor ?? ''].some((text) => searchable(text).includes(needle));
}

function TrashRow({ item }: { item: TrashAnswer }) {
  const now = useNow();
  const { open } = useOverlay();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        alignItems: 'center',
        gap: 1,
        [WIDE_LIST]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr) 200px auto', columnGap: 2 },
        px: 2,
        py: 1.25,
        fontSize: '0.8125rem',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <ButtonBase
        onClick={() => open('link', item.id)}
        sx={{ display: 'block', minWidth: 0, textAlign: 'left', font: 'inherit', borderRadius: 1 }}
      >
        <UrlText value={item.articleLink} />
      </ButtonBase>
      <Box sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
        <ArrowDownIcon
          aria-hidden
          sx={{ [WIDE_LIST]: { display: 'none' }, fontSize: 14, mt: '2px', color: 'text.secondary' }}
        />
        <UrlText value={item.clientLink} />
      </Box>
      <Box sx={{ lineHeight: 1.4 }}>
        {messages.deletedAt} <RelativeTime at={item.deletedAt} />
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{formatPurge(item.purgesAt, now)}</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <OnlyToday>
          <RestoreButton linkId={item.id} teamId={item.teamId} texts={messages} />
          <PurgeButton item={item} />
        </OnlyToday>
      </Box>
    </Box>
  );
}

function TrashList() {
  const { data, error, mutate } = useTrash();
  const { params, put } = useSearchState();
  const search = params.get('q') ?? '';
  if (data === undefined && error !== undefined) {
    return (
      <EmptyState
        icon={<AlertIcon />}
        title={messages.loadFailed}
        action={<Button onClick={() => void mutate()}>{common.retry}</Button>}
      >
        {error.message}
      </EmptyState>
    );
  }
  if (data === undefined) {
    return (
      <Box aria-busy sx={{ p: 2 }}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={48} />
        ))}
      </Box>
    );
  }
  if (data.rows.length === 0) {
    return (
      <EmptyState icon={<TrashIcon />} title={messages.empty}>
        {messages.emptyHint}
      </EmptyState>
    );
  }
  const found = data.rows.filter((item) => matches(item, search));
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        title={messages.noneFound}
        action={<Button onClick={() => put({ q: null }, { replace: true })}>{messages.clearSearch}</Button>}
      >
        {formatQuoted(search.trim())}
      </EmptyState>
    );
  }
  return (
    <ShowMore rows={found} step={STEP}>
      {(shown) => (
        <Box component="ul" aria-label={messages.trash} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {shown.map((item) => (
            <TrashRow key={item.id} item={item} />
          ))}
        </Box>
      )}
    </ShowMore>
  );
}

export function TrashPage() {
  return (
    <PageLayout title={messages.trash} note={messages.note}>
      <Paper variant="outlined" sx={{ containerType: 'inline-size' }}>
        <TrashList />
      </Paper>
    </PageLayout>
  );
}
