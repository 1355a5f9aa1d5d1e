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
import { copy } from '../platform/browser/clipboard.ts';
import { refresh } from '../platform/live/use-live-updates.ts';
import { useTeams } from '../teams/queries.ts';
import { Hint } from '../ui/ActionTooltip.tsx';
import { Confirm } from '../ui/dialogs/ConfirmDialog.tsx';
import { OnDemand } from '../ui/dialogs/LazyBoundary.tsx';
import { CopyIcon, LockIcon, ShareIcon } from '../ui/icons.tsx';
import { Loads } from '../ui/QueryState.tsx';
import { Moment, useNow } from '../ui/RelativeTime.tsx';
import { LINE, Lines, Section } from '../ui/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { revokeTitle, sentTo, viewsInWords, words } from './messages.ts';
import { useShares } from './queries.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./CreateShare.tsx')).ShareDialog }));

/** Shares shown at first, and more at each press. */
const STEP = 10;

function ShareLine({ share }: { share: ShareAnswer }) {
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const teamName = useTeams()?.find(({ id }) => id === share.teamId)?.name;
  const expired = share.expiresAt !== null && Date.parse(share.expiresAt) <= now;
  return (
    <Box component="li" sx={LINE}>
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
            <LockIcon titleAccess={words.withPassword} sx={{ fontSize: 14, flexShrink: 0, color: 'text.secondary' }} />
          )}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[teamName, viewsInWords(share.views), sentTo(share.emails)].filter(Boolean).join(' · ')}
          {share.expiresAt !== null && (
            <>
              {' · '}
              {expired ? words.expired : words.expires.toLowerCase()} <Moment at={share.expiresAt} />
            </>
          )}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {share.createdByName}, <Moment at={share.createdAt} />
        </Typography>
      </Box>
      <Hint title={words.copyLink}>
        <IconButton
          aria-label={`${words.copyLink}: ${share.clientDomain}`}
          onClick={async () => {
            const done = await copy(share.url);
            notify(done ? words.copied : words.link, done ? {} : { lines: [share.url] });
          }}
        >
          <CopyIcon />
        </IconButton>
      </Hint>
      <Button aria-label={`${words.revoke} ${share.clientDomain}`} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      <Confirm
        open={asking}
        title={revokeTitle(share.clientDomain)}
        label={words.revoke}
        cancel={words.keep}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await send('DELETE', `/api/shared-links/${encodeURIComponent(share.id)}`);
          setAsking(false);
          notify(words.revoked, { lines: [share.clientDomain] });
          await refresh(['shares']);
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{words.revokeHint}</Typography>
      </Confirm>
    </Box>
  );
}

export function Shares() {
  const shares = useShares();
  const { params, open } = useOverlay();
  const [shown, setShown] = useState(STEP);
  return (
    <Section
      title={words.shares}
      hint={words.sharesHint}
      action={
        <Button startIcon={<ShareIcon />} onClick={() => open('dialog', 'share')}>
          {words.share}
        </Button>
      }
    >
      <Loads of={shares} failed={words.fetchFailed}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Box sx={{ ...LINE, display: 'block' }}>
              <Typography>{words.empty}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {words.emptyHint}
              </Typography>
            </Box>
          ) : (
            <>
              <Lines label={words.shares}>
                {rows.slice(0, shown).map((share) => (
                  <ShareLine key={share.id} share={share} />
                ))}
              </Lines>
              {rows.length > shown && (
                <Box sx={{ ...LINE, justifyContent: 'center' }}>
                  <Button onClick={() => setShown(shown + STEP)}>
                    {words.showMore} ({(rows.length - shown).toLocaleString('en')})
                  </Button>
                </Box>
              )}
            </>
          )
        }
      </Loads>
      <OnDemand>{params.get('dialog') === 'share' && <ShareDialog />}</OnDemand>
    </Section>
  );
}
