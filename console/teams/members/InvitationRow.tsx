/** One pending invitation in the Manage Team dialog: send it again, or take it back. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PendingInvitationAnswer } from '../../../query-service/contract/answers/teams.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { PERMISSION_LABELS } from '../messages.ts';
import { resendInvitation, revokeInvitation } from './commands.ts';
import { element, format, messages } from './messages.ts';
import { PERSON_ROW } from './person-row.ts';

export function InvitationRow({ teamId, invitation }: { teamId: string; invitation: PendingInvitationAnswer }) {
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<boolean>) => {
    setBusy(true);
    await act();
    setBusy(false);
  };
  const { name, email, permission, invitedAt, expiresAt } = invitation;
  return (
    <Box component="li" sx={{ ...PERSON_ROW, flexWrap: { xs: 'wrap', sm: 'nowrap' }, rowGap: 0.5 }}>
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography variant="body2" noWrap dir="auto" title={`${name} ${email}`} sx={{ fontWeight: 500 }}>
          {name}{' '}
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {email}
          </Box>
        </Typography>
        <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
          {element('dates', {
            permission: PERMISSION_LABELS[permission],
            invited: <RelativeTime at={invitedAt} />,
            ends: <RelativeTime at={expiresAt} />,
          })}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5, ml: { xs: -1, sm: 0 } }}>
        <Button
          variant="text"
          disabled={busy}
          aria-label={format('resendTo', { email })}
          onClick={() => void run(() => resendInvitation(teamId, invitation))}
        >
          {messages.resend}
        </Button>
        <Button
          variant="text"
          color="error"
          disabled={busy}
          aria-label={format('takeBackFrom', { email })}
          onClick={() => void run(() => revokeInvitation(teamId, invitation))}
        >
          {messages.takeBack}
        </Button>
      </Box>
    </Box>
  );
}
