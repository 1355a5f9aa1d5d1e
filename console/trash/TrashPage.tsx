/** Deleted links that can still be restored. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { TrashAnswer } from '../../query-service/contract/answers/links.ts';
import { searchable, sought } from '../../query-service/contract/search-text.ts';
import { RestoreButton } from '../links/actions/RestoreButton.tsx';
import { siteOfLink } from '../links/site-of-link.ts';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { formatLinks } from '../platform/format/counts.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useTeams } from '../session/my-teams.ts';
import { isAllowed, useTeamDenial } from '../session/permissions.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ArrowDownIcon, SearchIcon, TrashIcon } from '../ui/layout/icons.tsx';
import { ShowMore } from '../ui/lists/ShowMore.tsx';
import { LoadFailure } from '../ui/pages/LoadFailure.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { UrlText } from '../ui/text/UrlText.tsx';
import { element, format, formatPurge, messages } from './messages.ts';
import { PurgeButton } from './PurgeButton.tsx';
import { useTrash } from './queries.ts';

/** Rows shown at first, and more at each press. */
const STEP = 50;

/** Where a row has room for columns. */
const WIDE_LIST = '@container (min-width: 860px)';

function matches(item: TrashAnswer, search: string): boolean {
  const needle = sought(search.trim());
  return [item.articleLink, item.clientLink, item.anchor ?? ''].some((text) => searchable(text).includes(needle));
}

interface TrashRowProps {
  readonly item: TrashAnswer;
  readonly isPicked: boolean;
  readonly onPick: () => void;
}

function TrashRow({ item, isPicked, onPick }: TrashRowProps) {
  const now = useNow();
  const { open } = useOverlay();
  const refusal = useTeamDenial('RestoreLink', item.teamId);
  const when = <RelativeTime at={item.deletedAt} />;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '32px minmax(0, 1fr)',
        alignItems: 'center',
        columnGap: 1,
        rowGap: 0.5,
        [WIDE_LIST]: { gridTemplateColumns: '32px minmax(0, 3fr) minmax(0, 2fr) 240px auto', columnGap: 1.5 },
        // Below the addresses on a narrow screen.
        '& > div': { gridColumn: 2, [WIDE_LIST]: { gridColumn: 'auto' } },
        px: 1,
        py: 0.5,
        fontSize: '0.8125rem',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Checkbox
        size="small"
        checked={isPicked}
        disabled={refusal !== null}
        onChange={onPick}
        slotProps={{ input: { 'aria-label': format('select', { site: siteOfLink(item) }) } }}
        sx={{ p: 0.5 }}
      />
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
        {item.deletedByName === null
          ? element('deletedAt', { when })
          : element('deletedBy', { when, who: item.deletedByName })}
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{formatPurge(item.purgesAt, now)}</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <OnlyToday>
          <RestoreButton linkIds={[item.id]} teamId={item.teamId} texts={messages} />
          <PurgeButton items={[item]} refusal={refusal} />
        </OnlyToday>
      </Box>
    </Box>
  );
}

/** The rows, with a line above them that selects all and acts on the selected links. */
function TrashRows({ items }: { items: readonly TrashAnswer[] }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const teams = useTeams(items.some(({ teamId }) => teamId !== null));
  const isOpen = ({ teamId }: TrashAnswer) =>
    teams?.every((team) => team.id !== teamId || isAllowed('RestoreLink', team)) ?? true;
  const open = items.filter(isOpen);
  const chosen = open.filter(({ id }) => picked.has(id));
  const isAll = chosen.length === open.length && chosen.length > 0;
  const pickAll = () => setPicked(new Set(isAll ? [] : open.map(({ id }) => id)));
  return (
    <>
      <OnlyToday>
        <Box
          component="section"
          aria-label={messages.selection}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 1,
            minHeight: 44,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Checkbox
            size="small"
            checked={isAll}
            indeterminate={!isAll && chosen.length > 0}
            onChange={pickAll}
            slotProps={{ input: { 'aria-label': messages.selectAll } }}
            sx={{ p: 0.5 }}
          />
          <Typography role="status" variant="body2" sx={{ flex: 1, whiteSpace: 'nowrap', color: 'text.secondary' }}>
            {chosen.length === 0 ? formatLinks(items.length) : format('selected', { count: chosen.length })}
          </Typography>
          {chosen.length > 0 && (
            <>
              <RestoreButton linkIds={chosen.map(({ id }) => id)} texts={messages} />
              <PurgeButton items={chosen} refusal={null} />
            </>
          )}
        </Box>
      </OnlyToday>
      <Box component="ul" aria-label={messages.trash} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.map((item) => (
          <TrashRow
            key={item.id}
            item={item}
            isPicked={picked.has(item.id)}
            onPick={() => setPicked(picked.symmetricDifference(new Set([item.id])))}
          />
        ))}
      </Box>
    </>
  );
}

function TrashList() {
  const { data, error, mutate } = useTrash();
  const { params, put } = useSearchState();
  const search = params.get('q') ?? '';
  if (data === undefined && error !== undefined) {
    return <LoadFailure error={error} failed={messages.loadFailed} retry={mutate} />;
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
      {(shown) => <TrashRows items={shown} />}
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
