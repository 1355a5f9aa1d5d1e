/** The Account tab: plan, ways to sign in, sessions, API tokens, shares, and deleting the account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { DeleteAccount } from '../account/DeleteAccount.tsx';
import { Identities } from '../account/Identities.tsx';
import { words } from '../account/messages.ts';
import { Sessions } from '../account/Sessions.tsx';
import { Tokens } from '../api-tokens/TokenList.tsx';
import { CYCLE_WORDS, PLAN_LABELS, words as planWords } from '../billing/messages.ts';
import { usePlan } from '../billing/queries.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { Shares } from '../shares/ShareList.tsx';
import { Loads } from '../ui/QueryState.tsx';
import { LINE, Section } from '../ui/Section.tsx';

export function AccountTab() {
  const plan = usePlan();
  const { params, open } = useOverlay();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section
        title={words.subscription}
        action={
          <Button component={Link} to="#billing">
            {words.manage}
          </Button>
        }
      >
        <Loads of={plan} failed={planWords.fetchFailed} rows={1}>
          {(data) => (
            <Box sx={LINE}>
              <Typography sx={{ flex: 1 }}>
                {PLAN_LABELS[data.plan]}
                {data.plan !== 'free' && `, ${CYCLE_WORDS[data.billingCycle].toLowerCase()}`}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {words.subscriptionActive}
              </Typography>
            </Box>
          )}
        </Loads>
      </Section>
      <Identities />
      <Sessions />
      <Tokens />
      <Shares />
      <Section
        danger
        title={words.danger}
        hint={words.deleteHint}
        action={
          <Button variant="outlined" color="error" onClick={() => open('dialog', 'delete-account')}>
            {words.deleteAccount}
          </Button>
        }
      >
        {params.get('dialog') === 'delete-account' && <DeleteAccount />}
      </Section>
    </Box>
  );
}
