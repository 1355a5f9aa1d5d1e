/** The API tokens: each with its access, its last use and a button to revoke it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy } from 'react';
import { mutate } from 'swr';
import type { TokenAnswer } from '../../query-service/contract/answers/tokens.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { KeyIcon } from '../ui/layout/icons.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { ACCESS_LABELS, element, format, messages } from './messages.ts';
import { TOKENS_URL, useTokens } from './queries.ts';

const TokenDialog = lazy(async () => ({ default: (await import('./CreateToken.tsx')).CreateToken }));

function scopeOf({ teamId, teamName }: TokenAnswer): string {
  return teamId === null ? messages.ofEverything : (teamName ?? messages.formerTeam);
}

function TokenRow({ token }: { token: TokenAnswer }) {
  const { id, name, access, createdAt, lastUsedAt, expiresAt } = token;
  const now = useNow();
  const expired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <Box component="li" sx={SECTION_ROW}>
      <KeyIcon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {ACCESS_LABELS[access]} · {scopeOf(token)} · {token.money && `${messages.withMoney} · `}
          {lastUsedAt === null ? messages.neverUsed : element('lastUsed', { time: <RelativeTime at={lastUsedAt} /> })}
        </Typography>
        <Typography variant="caption" sx={{ color: expired ? 'error.main' : 'text.secondary' }}>
          {element('made', { time: <RelativeTime at={createdAt} /> })}
          {expiresAt !== null && (
            <> · {element(expired ? 'expired' : 'expires', { time: <RelativeTime at={expiresAt} /> })}</>
          )}
        </Typography>
      </Box>
      <ConfirmButton
        button={(ask) => (
          <Button aria-label={format('revokeNamed', { name })} onClick={ask}>
            {messages.revoke}
          </Button>
        )}
        title={format('revokeTitle', { name })}
        label={messages.revoke}
        cancel={messages.keep}
        onConfirm={async () => {
          await send('DELETE', '/api/tokens/:id', { params: { id } });
          notify(messages.revoked, { lines: [name] });
          await mutate(TOKENS_URL);
          return true;
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{messages.revokeHint}</Typography>
      </ConfirmButton>
    </Box>
  );
}

export function TokenList() {
  const tokens = useTokens();
  const { params, open } = useOverlay();
  return (
    <Section
      title={messages.tokens}
      hint={messages.hint}
      action={<Button onClick={() => open('dialog', 'token')}>{messages.create}</Button>}
    >
      <QueryState query={tokens} failed={messages.fetchFailed}>
        {(data) =>
          data.length === 0 ? (
            <Box sx={{ ...SECTION_ROW, display: 'block' }}>
              <Typography>{messages.empty}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {messages.emptyHint}{' '}
                <Link href="/api/openapi.json" target="_blank" rel="noopener" underline="always">
                  {messages.description}
                </Link>
              </Typography>
            </Box>
          ) : (
            <SectionList label={messages.tokens}>
              {data.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </SectionList>
          )
        }
      </QueryState>
      <LazyBoundary>{params.get('dialog') === 'token' && <TokenDialog />}</LazyBoundary>
    </Section>
  );
}
