/** The Invite Team Member dialog: invites several people at once, each with a permission. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PERMISSIONS } from '../../../command-service/events/team.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { denialReason } from '../../session/permissions.ts';
import { DialogPlaceholder } from '../../ui/dialogs/DialogPlaceholder.tsx';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { DialogForm } from '../../ui/forms/FormDialog.tsx';
import { type SubmitResult, toFailure } from '../../ui/forms/submit-result.ts';
import { PERMISSION_LABELS, messages as teamMessages } from '../messages.ts';
import { useTeam } from '../queries.ts';
import { notifyInvited } from './commands.ts';
import { InvitationFields } from './InvitationFields.tsx';
import { blankRow, bodyOf, canSend, type InviteValues, isBlank, validate } from './invite-form.ts';
import { messages, PERMISSION_HINTS } from './messages.ts';

const INITIAL_VALUES: InviteValues = { invitations: [blankRow(1)] };

function PermissionLegend() {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 1.5,
        fontSize: '0.75rem',
        lineHeight: 1.6,
        color: 'text.secondary',
      }}
    >
      {PERMISSIONS.map((permission) => (
        <Box key={permission} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ fontWeight: 600 }}>
            {PERMISSION_LABELS[permission]}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            {PERMISSION_HINTS[permission]}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

export function InviteMembers({ teamId }: { teamId: string }) {
  const { open, close } = useOverlay();
  const { data: team, error } = useTeam(teamId);
  const leave = () => close('invite');
  const missing = error?.status === 404 ? `${teamMessages.notThere}. ${teamMessages.notThereHint}` : error?.message;
  const refusal = missing ?? (team === undefined ? null : denialReason('InviteMember', team));

  const submit = async (values: InviteValues): Promise<SubmitResult> => {
    try {
      notifyInvited(await send('POST', '/api/teams/:id/invite', { params: { id: teamId }, body: bodyOf(values) }));
    } catch (failure) {
      if (failure instanceof ApiError) return toFailure(failure);
      throw failure;
    }
    void revalidateLists(['teams']);
    return { done: true };
  };

  const title = (
    <>
      {messages.inviteTitle}
      <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
        {team !== undefined && <bdi>{team.name}. </bdi>}
        {messages.inviteHint}
      </Typography>
    </>
  );
  return (
    <OverlayDialog title={title} maxWidth="md" onClose={leave}>
      {refusal === null ? (
        <DialogForm<InviteValues>
          initialValues={INITIAL_VALUES}
          draft={`invite-${teamId}`}
          hasInput={({ invitations }) => !invitations.every(isBlank)}
          submitLabel={{ idle: messages.send, pending: messages.sending }}
          failed={messages.sendFailed}
          cancelLabel={messages.skip}
          canSubmit={canSend}
          isOpenAt={(params) => params.get('invite') === teamId}
          validate={validate}
          submit={submit}
          onClose={leave}
          reopen={() => open('invite', teamId)}
        >
          <InvitationFields />
          <PermissionLegend />
        </DialogForm>
      ) : (
        <DialogPlaceholder onClose={leave}>
          <Alert severity="error" variant="outlined" icon={false}>
            {refusal}
          </Alert>
        </DialogPlaceholder>
      )}
    </OverlayDialog>
  );
}
