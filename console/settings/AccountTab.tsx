/** The Account tab: plan, email address, ways to sign in, sessions, API tokens, and deleting the account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { DeleteAccount } from '../account/DeleteAccount.tsx';
import { EmailAddress } from '../account/EmailAddress.tsx';
import { Identities } from '../account/Identities.tsx';
import { Sessions } from '../account/Sessions.tsx';
import { TokenList } from '../api-tokens/TokenList.tsx';
import { formatOffer, PLAN_LABELS, messages as planWords } from '../billing/messages.ts';
import { useSubscription } from '../billing/queries.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { SECTION_ROW, Section } from '../ui/layout/Section.tsx';
import { MoneyInRemarks } from './MoneyInRemarks.tsx';
import { messages } from './messages.ts';
import { Seals } from './Seals.tsx';

export function AccountTab() {
  const plan = useSubscription();
  const { params, open } = useOverlay();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section
        title={messages.subscription}
        action={
          <Button component={Link} to="#billing">
            {messages.manage}
          </Button>
        }
      >
        <QueryState query={plan} failed={planWords.fetchFailed} rows={1}>
          {(data) => (
            <Box sx={SECTION_ROW}>
              <Typography sx={{ flex: 1 }}>
                {data.plan === 'free' ? PLAN_LABELS.free : formatOffer(data.plan, data.billingCycle)}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {messages.subscriptionActive}
              </Typography>
            </Box>
          )}
        </QueryState>
      </Section>
      <MoneyInRemarks />
      <EmailAddress />
      <Identities />
      <Sessions />
      <TokenList />
      <Seals />
      <Section
        danger
        title={messages.danger}
        hint={messages.deleteHint}
        action={
          <Button variant="outlined" color="error" onClick={() => open('dialog', 'delete-account')}>
            {messages.deleteAccount}
          </Button>
        }
      />
      {params.get('dialog') === 'delete-account' && <DeleteAccount />}
    </Box>
  );
}
