/** The sign-in methods of the account, each but the last removable, and the ones that can be added. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { mutate } from 'swr';
import type { IdentityAnswer } from '../../query-service/contract/answers/account.ts';
import { send } from '../platform/api/client.ts';
import { useReauthentication } from '../session/use-reauthentication.tsx';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { RefusableButton } from '../ui/feedback/RefusableButton.tsx';
import { KeyIcon, MailIcon } from '../ui/layout/icons.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { format, messages } from './messages.ts';
import { useIdentities, useProviders } from './queries.ts';

const HERE = '/settings#account';
const RETURN_TO = encodeURIComponent(HERE);

function IdentityRow({ identity }: { identity: IdentityAnswer }) {
  const { id, provider, providerName, label, removable } = identity;
  const denial = removable ? null : messages.lastWayIn;
  const reauth = useReauthentication(HERE);
  const Icon = provider === 'email' ? MailIcon : KeyIcon;
  return (
    <Box component="li" sx={SECTION_ROW}>
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>{providerName}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {label}
        </Typography>
      </Box>
      <ConfirmButton
        button={(ask) => (
          <RefusableButton
            refusal={denial}
            aria-label={format('disconnectNamed', { provider: providerName })}
            onClick={ask}
          >
            {messages.disconnect}
          </RefusableButton>
        )}
        title={format('removeTitle', { provider: providerName, label })}
        label={messages.disconnect}
        cancel={messages.keep}
        onConfirm={() =>
          reauth.run(async () => {
            await send('DELETE', '/api/identities/:id', { params: { id } });
            notify(messages.disconnected, { lines: [`${providerName}: ${label}`, messages.disconnectedHint] });
            await mutate('/api/identities');
          })
        }
      >
        <Typography sx={{ color: 'text.secondary' }}>{format('removeHint', { provider: providerName })}</Typography>
        {reauth.notice}
      </ConfirmButton>
    </Box>
  );
}

export function Identities() {
  const identities = useIdentities();
  const { data: providers = [] } = useProviders();
  return (
    <Section title={messages.waysIn} hint={messages.waysInHint}>
      <QueryState query={identities} failed={messages.waysInFailed}>
        {(linkedIdentities) => {
          const missing = providers.filter(
            ({ provider }) =>
              provider !== 'email' && !linkedIdentities.some((identity) => identity.provider === provider),
          );
          return (
            <SectionList label={messages.waysIn}>
              {linkedIdentities.map((identity) => (
                <IdentityRow key={identity.id} identity={identity} />
              ))}
              {missing.map(({ provider, name }) => (
                <Box component="li" key={provider} sx={SECTION_ROW}>
                  <KeyIcon aria-hidden sx={{ color: 'text.secondary' }} />
                  <Typography sx={{ flex: '1 1 160px', color: 'text.secondary' }}>{name}</Typography>
                  <Button
                    href={`/api/connect/${provider}?returnTo=${RETURN_TO}`}
                    aria-label={format('connectNamed', { provider: name })}
                  >
                    {messages.connect}
                  </Button>
                </Box>
              ))}
            </SectionList>
          );
        }}
      </QueryState>
    </Section>
  );
}
