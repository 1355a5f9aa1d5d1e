/** The ways to sign in: those there are, each to be removed but the last, and those that could be added. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { mutate } from 'swr';
import type { IdentityAnswer } from '../../query-service/contract/answers/account.ts';
import { send } from '../platform/api/client.ts';
import { useSignedInLately } from '../session/Reauthentication.tsx';
import { Hint } from '../ui/ActionTooltip.tsx';
import { Confirm } from '../ui/dialogs/ConfirmDialog.tsx';
import { KeyIcon, MailIcon } from '../ui/icons.tsx';
import { Loads } from '../ui/QueryState.tsx';
import { LINE, Lines, Section } from '../ui/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { removeWayIn, removeWayInHint, words } from './messages.ts';
import { useIdentities, useProviders } from './queries.ts';

const HERE = '/settings#account';
const RETURN_TO = encodeURIComponent(HERE);

function IdentityLine({ identity }: { identity: IdentityAnswer }) {
  const { id, provider, providerName, label, removable } = identity;
  const [asking, setAsking] = useState(false);
  const lately = useSignedInLately(HERE);
  const Icon = provider === 'email' ? MailIcon : KeyIcon;
  return (
    <Box component="li" sx={LINE}>
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>{providerName}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {label}
        </Typography>
      </Box>
      <Hint reason={removable ? null : words.lastWayIn}>
        <Button
          aria-disabled={!removable}
          aria-label={`${words.disconnect} ${providerName}`}
          sx={removable ? {} : { color: 'text.secondary' }}
          onClick={() => removable && setAsking(true)}
        >
          {words.disconnect}
        </Button>
      </Hint>
      <Confirm
        open={asking}
        title={removeWayIn(providerName, label)}
        label={words.disconnect}
        cancel={words.keep}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await lately.attempt(async () => {
            await send('DELETE', `/api/identities/${encodeURIComponent(id)}`);
            setAsking(false);
            notify(words.disconnected, { lines: [`${providerName}: ${label}`, words.disconnectedHint] });
            await mutate('/api/identities');
          });
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{removeWayInHint(providerName)}</Typography>
        {lately.notice}
      </Confirm>
    </Box>
  );
}

export function Identities() {
  const identities = useIdentities();
  const { data: providers = [] } = useProviders();
  return (
    <Section title={words.waysIn} hint={words.waysInHint}>
      <Loads of={identities} failed={words.waysInFailed}>
        {(known) => {
          const missing = providers.filter(
            ({ provider }) => provider !== 'email' && !known.some((identity) => identity.provider === provider),
          );
          return (
            <Lines label={words.waysIn}>
              {known.map((identity) => (
                <IdentityLine key={identity.id} identity={identity} />
              ))}
              {missing.map(({ provider, name }) => (
                <Box component="li" key={provider} sx={LINE}>
                  <KeyIcon aria-hidden sx={{ color: 'text.secondary' }} />
                  <Typography sx={{ flex: '1 1 160px', color: 'text.secondary' }}>{name}</Typography>
                  <Button
                    href={`/api/connect/${provider}?returnTo=${RETURN_TO}`}
                    aria-label={`${words.connect} ${name}`}
                  >
                    {words.connect}
                  </Button>
                </Box>
              ))}
            </Lines>
          );
        }}
      </Loads>
    </Section>
  );
}
