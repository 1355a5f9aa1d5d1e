/** Below a newcomer's list: three steps to tick off. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useOverlay } from '../platform/address/overlays.ts';
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';
import { useStore } from '../platform/store/create-store.ts';
import { createPersistedStore } from '../platform/store/persisted-store.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { ActionTooltip } from '../ui/feedback/ActionTooltip.tsx';
import { CloseIcon, LiveIcon } from '../ui/layout/icons.tsx';
import { messages } from './messages.ts';
import { doneSteps, isNewcomer, STEPS } from './steps.ts';

/** The person who has hidden the steps in this browser. */
const hiddenBy = createPersistedStore<string | null>({
  key: 'firstSteps',
  parse: (text) => text,
  serialize: (userId) => userId,
});

const STRIP = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  px: 1.5,
  py: 0.5,
  minHeight: 44,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontSize: '0.8125rem',
} as const;

/** @param total the number of all visible links; undefined while it loads. */
export function FirstSteps({ total }: { total: number | undefined }) {
  return total !== undefined && isNewcomer(total) ? <Steps links={total} /> : null;
}

function Steps({ links }: { links: number }) {
  const user = useCurrentUser();
  const teams = useTeams();
  const isHidden = useStore(hiddenBy) === user.id;
  const { data: shares } = usePage(isHidden ? null : pathTo('/api/shared-links'));
  const { open } = useOverlay();
  if (isHidden || teams === undefined || shares === undefined) return null;
  const done = doneSteps(links, teams, shares.total);
  if (done.size === STEPS.length) return null;
  const invite = teams.length === 0 ? '/teams?dialog=create-team' : '/?dialog=invite';
  return (
    <Box
      component="section"
      aria-labelledby="first-steps"
      data-print="no"
      // In sight below a list that is longer than the screen.
      sx={{ ...STRIP, position: { xs: 'relative', md: 'sticky' }, bottom: 12, zIndex: 1, pr: 6 }}
    >
      <Typography
        component="h2"
        id="first-steps"
        sx={{
          display: 'flex',
          alignItems: 'center',
          minHeight: { xs: 44, md: 0 },
          fontSize: 'inherit',
          fontWeight: 600,
        }}
      >
        {messages.title}
      </Typography>
      <Box
        component="ol"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, m: 0, p: 0, listStyle: 'none', flex: '1 1 auto' }}
      >
        {STEPS.map((step, index) =>
          done.has(step) ? (
            <Box component="li" key={step} sx={{ ...ITEM, color: 'text.secondary' }}>
              <LiveIcon titleAccess={messages.done} sx={{ fontSize: 18, color: 'success.main' }} />
              <s>{messages[step]}</s>
            </Box>
          ) : (
            <Box component="li" key={step} sx={ITEM}>
              <Box aria-hidden component="span" sx={NUMBER}>
                {index + 1}
              </Box>
              {step === 'addLinks' ? (
                <Button variant="text" size="small" onClick={() => open('dialog', 'add')} sx={TEXT}>
                  {messages[step]}
                </Button>
              ) : (
                <Button
                  variant="text"
                  size="small"
                  component={Link}
                  to={step === 'invite' ? invite : '/clients'}
                  sx={TEXT}
                >
                  {messages[step]}
                </Button>
              )}
            </Box>
          ),
        )}
      </Box>
      <ActionTooltip title={messages.dismiss}>
        <IconButton
          size="small"
          aria-label={messages.dismiss}
          onClick={() => hiddenBy.set(user.id)}
          sx={{ position: 'absolute', top: 5, right: 8 }}
        >
          <CloseIcon />
        </IconButton>
      </ActionTooltip>
    </Box>
  );
}

const ITEM = { display: 'flex', alignItems: 'center', gap: 0.75, minHeight: 32, pr: 1 } as const;
const TEXT = { px: 0.75, ml: -0.5 } as const;
const NUMBER = {
  display: 'grid',
  placeContent: 'center',
  width: 18,
  height: 18,
  border: 1,
  borderColor: 'text.disabled',
  borderRadius: '50%',
  color: 'text.secondary',
  fontSize: '0.6875rem',
} as const;
