/** The API tokens: what each may do, when it was used, and Revoke. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy, useState } from 'react';
import { mutate } from 'swr';
import type { TokenAnswer } from '../../query-service/contract/answers/tokens.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { Confirm } from '../ui/dialogs/ConfirmDialog.tsx';
import { OnDemand } from '../ui/dialogs/LazyBoundary.tsx';
import { KeyIcon } from '../ui/icons.tsx';
import { Loads } from '../ui/QueryState.tsx';
import { Moment, useNow } from '../ui/RelativeTime.tsx';
import { LINE, Lines, Section } from '../ui/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { ACCESS_WORDS, revokeTitle, words } from './messages.ts';
import { TOKENS, useTokens } from './queries.ts';

const TokenDialog = lazy(async () => ({ default: (await import('./CreateToken.tsx')).TokenDialog }));

function reachOf({ teamId, teamName }: TokenAnswer): string {
  return teamId === null ? words.everything.toLowerCase() : (teamName ?? words.formerTeam);
}

function TokenLine({ token }: { token: TokenAnswer }) {
  const { id, name, access, createdAt, lastUsedAt, expiresAt } = token;
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const expired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <Box component="li" sx={LINE}>
      <KeyIcon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {ACCESS_WORDS[access]} · {reachOf(token)} ·{' '}
          {lastUsedAt === null ? (
            words.neverUsed
          ) : (
            <>
              {words.lastUsed} <Moment at={lastUsedAt} />
            </>
          )}
        </Typography>
        <Typography variant="caption" sx={{ color: expired ? 'error.main' : 'text.secondary' }}>
          {words.made} <Moment at={createdAt} />
          {expiresAt !== null && (
            <>
              {' '}
              · {expired ? words.expired : words.expires} <Moment at={expiresAt} />
            </>
          )}
        </Typography>
      </Box>
      <Button aria-label={`${words.revoke} ${name}`} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      <Confirm
        open={asking}
        title={revokeTitle(name)}
        label={words.revoke}
        cancel={words.keep}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await send('DELETE', `${TOKENS}/${encodeURIComponent(id)}`);
          setAsking(false);
          notify(words.revoked, { lines: [name] });
          await mutate(TOKENS);
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{words.revokeHint}</Typography>
      </Confirm>
    </Box>
  );
}

export function Tokens() {
  const tokens = useTokens();
  const { params, open } = useOverlay();
  return (
    <Section
      title={words.tokens}
      hint={words.hint}
      action={<Button onClick={() => open('dialog', 'token')}>{words.create}</Button>}
    >
      <Loads of={tokens} failed={words.fetchFailed}>
        {(data) =>
          data.length === 0 ? (
            <Box sx={{ ...LINE, display: 'block' }}>
              <Typography>{words.empty}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {words.emptyHint}{' '}
                <Link href="/api/openapi.json" target="_blank" rel="noopener" underline="always">
                  {words.description}
                </Link>
              </Typography>
            </Box>
          ) : (
            <Lines label={words.tokens}>
              {data.map((token) => (
                <TokenLine key={token.id} token={token} />
              ))}
            </Lines>
          )
        }
      </Loads>
      <OnDemand>{params.get('dialog') === 'token' && <TokenDialog />}</OnDemand>
    </Section>
  );
}
