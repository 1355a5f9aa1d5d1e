/** The shares: each with its address, number of visits and a button to revoke it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { formatDay } from '../platform/format/dates.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useTeams } from '../session/my-teams.ts';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { ActionTooltip } from '../ui/feedback/ActionTooltip.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { CopyIcon, LockIcon, ShareIcon } from '../ui/layout/icons.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { ShowMore } from '../ui/lists/ShowMore.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { CompareShare } from './CompareShare.tsx';
import { isPinned } from './comparable-shares.ts';
import { copyLink } from './copy-link.ts';
import { expiryOf, format, formatRecipients, messages } from './messages.ts';
import { editShare, useShares } from './queries.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** Shares shown at first, and more at each press. */
const STEP = 10;

interface ShareRowProps {
  readonly share: ShareAnswer;
  readonly shares: readonly ShareAnswer[];
}

function ShareRow({ share, shares }: ShareRowProps) {
  const { open, params } = useOverlay();
  const title = share.name || share.clientName;
  const now = useNow();
  const teams = useTeams() ?? [];
  // A share of one's own links names no list.
  const lists = share.lists.length === 1 && share.teamId === null ? [] : share.lists;
  const names = lists.flatMap((list) =>
    list === null ? messages.mine : (teams.find(({ id }) => id === list)?.name ?? []),
  );
  const expired = share.expiresAt !== null && Date.parse(share.expiresAt) <= now;
  return (
    <Box component="li" sx={SECTION_ROW}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
          <Link
            href={share.url}
            target="_blank"
            rel="noopener"
            color="inherit"
            noWrap
            dir="auto"
            sx={{ fontSize: '0.875rem', fontWeight: 500 }}
          >
            {title}
          </Link>
          {share.reportId !== null && (
            <Chip
              component={RouterLink}
              to={`/reports?${new URLSearchParams({ report: share.reportId })}`}
              clickable
              size="small"
              variant="outlined"
              label={messages.report}
              sx={{ height: 20 }}
            />
          )}
          {share.hasPassword && (
            <LockIcon
              titleAccess={messages.withPassword}
              sx={{ fontSize: 14, flexShrink: 0, color: 'text.secondary' }}
            />
          )}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[
            share.name === '' ? '' : share.clientName,
            names.join(', '),
            share.asOf === null ? '' : format('asOfDay', { day: formatDay(share.asOf.slice(0, 10)) }),
            format('views', { count: share.views }),
            formatRecipients(share.emails),
          ]
            .filter(Boolean)
            .join(' · ')}
          {' · '}
          {share.expiresAt === null ? messages.noEnd : expiryOf(expired, <RelativeTime at={share.expiresAt} />)}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {share.createdByName}, <RelativeTime at={share.createdAt} />
        </Typography>
      </Box>
      <Button aria-label={format('editNamed', { client: title })} onClick={() => open('dialog', editShare(share))}>
        {messages.edit}
      </Button>
      <LazyBoundary>{params.get('dialog') === editShare(share) && <ShareDialog share={share} />}</LazyBoundary>
      {isPinned(share) && <CompareShare share={share} shares={shares} />}
      <ActionTooltip title={messages.copyLink}>
        <IconButton aria-label={format('copyLinkOf', { client: title })} onClick={() => copyLink(share.url)}>
          <CopyIcon />
        </IconButton>
      </ActionTooltip>
      <ConfirmButton
        button={(ask) => (
          <Button aria-label={format('revokeNamed', { client: title })} onClick={ask}>
            {messages.revoke}
          </Button>
        )}
        title={format('revokeTitle', { client: title })}
        label={messages.revoke}
        cancel={messages.keep}
        onConfirm={async () => {
          await send('DELETE', '/api/shared-links/:id', { params: { id: share.id } });
          notify(messages.revoked, { lines: [title] });
          await revalidateLists(['shares']);
          return true;
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{messages.revokeHint}</Typography>
      </ConfirmButton>
    </Box>
  );
}

/** The shares of one client, or all. */
export function ShareList({ clientDomain }: { clientDomain?: string }) {
  const shares = useShares(clientDomain);
  const { open } = useOverlay();
  return (
    <Section
      title={messages.shares}
      hint={messages.sharesHint}
      action={
        // A client’s page has its own button.
        clientDomain === undefined && (
          <Button startIcon={<ShareIcon />} onClick={() => open('dialog', 'share')}>
            {messages.share}
          </Button>
        )
      }
    >
      <QueryState query={shares} failed={messages.fetchFailed}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Box sx={{ ...SECTION_ROW, display: 'block' }}>
              <Typography>{messages.empty}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {messages.emptyHint}
              </Typography>
            </Box>
          ) : (
            <ShowMore rows={rows} step={STEP}>
              {(shown) => (
                <SectionList label={messages.shares}>
                  {shown.map((share) => (
                    <ShareRow key={share.id} share={share} shares={rows} />
                  ))}
                </SectionList>
              )}
            </ShowMore>
          )
        }
      </QueryState>
    </Section>
  );
}
