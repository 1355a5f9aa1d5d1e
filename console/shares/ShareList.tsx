/** What is shared with clients: each with its address, how often it was opened, and Revoke. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy, useState } from 'react';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { copyToClipboard } from '../platform/browser/clipboard.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useTeams } from '../session/my-teams.ts';
import { ActionTooltip } from '../ui/ActionTooltip.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { CopyIcon, LockIcon, ShareIcon } from '../ui/icons.tsx';
import { Loads } from '../ui/QueryState.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { formatRecipients, formatRevokeTitle, formatViews, messages } from './messages.ts';
import { useShares } from './queries.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./CreateShare.tsx')).CreateShare }));

/** Shares shown at first, and more at each press. */
const STEP = 10;

function ShareRow({ share }: { share: ShareAnswer }) {
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const teamName = useTeams()?.find(({ id }) => id === share.teamId)?.name;
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
            sx={{ fontSize: '0.875rem', fontWeight: 500 }}
          >
            {share.clientDomain}
          </Link>
          {share.hasPassword && (
            <LockIcon
              titleAccess={messages.withPassword}
              sx={{ fontSize: 14, flexShrink: 0, color: 'text.secondary' }}
            />
          )}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[teamName, formatViews(share.views), formatRecipients(share.emails)].filter(Boolean).join(' · ')}
          {share.expiresAt !== null && (
            <>
              {' · '}
              {expired ? messages.expired : messages.expires.toLowerCase()} <RelativeTime at={share.expiresAt} />
            </>
          )}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {share.createdByName}, <RelativeTime at={share.createdAt} />
        </Typography>
      </Box>
      <ActionTooltip title={messages.copyLink}>
        <IconButton
          aria-label={`${messages.copyLink}: ${share.clientDomain}`}
          onClick={async () => {
            const done = await copyToClipboard(share.url);
            notify(done ? messages.copied : messages.link, done ? {} : { lines: [share.url] });
          }}
        >
          <CopyIcon />
        </IconButton>
      </ActionTooltip>
      <Button aria-label={`${messages.revoke} ${share.clientDomain}`} onClick={() => setAsking(true)}>
        {messages.revoke}
      </Button>
      <ConfirmDialog
        open={asking}
        title={formatRevokeTitle(share.clientDomain)}
        label={messages.revoke}
        cancel={messages.keep}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await send('DELETE', `/api/shared-links/${encodeURIComponent(share.id)}`);
          setAsking(false);
          notify(messages.revoked, { lines: [share.clientDomain] });
          await revalidateLists(['shares']);
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{messages.revokeHint}</Typography>
      </ConfirmDialog>
    </Box>
  );
}

export function ShareList() {
  const shares = useShares();
  const { params, open } = useOverlay();
  const [shown, setShown] = useState(STEP);
  return (
    <Section
      title={messages.shares}
      hint={messages.sharesHint}
      action={
        <Button startIcon={<ShareIcon />} onClick={() => open('dialog', 'share')}>
          {messages.share}
        </Button>
      }
    >
      <Loads query={shares} failed={messages.fetchFailed}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Box sx={{ ...SECTION_ROW, display: 'block' }}>
              <Typography>{messages.empty}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {messages.emptyHint}
              </Typography>
            </Box>
          ) : (
            <>
              <SectionList label={messages.shares}>
                {rows.slice(0, shown).map((share) => (
                  <ShareRow key={share.id} share={share} />
                ))}
              </SectionList>
              {rows.length > shown && (
                <Box sx={{ ...SECTION_ROW, justifyContent: 'center' }}>
                  <Button onClick={() => setShown(shown + STEP)}>
                    {messages.showMore} ({(rows.length - shown).toLocaleString('en')})
                  </Button>
                </Box>
              )}
            </>
          )
        }
      </Loads>
      <LazyBoundary>{params.get('dialog') === 'share' && <ShareDialog />}</LazyBoundary>
    </Section>
  );
}
