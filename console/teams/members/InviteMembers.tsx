/** The Invite Team Member dialog: invites several people at once, each with a permission. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFormikContext } from 'formik';
import { type ReactNode, useState } from 'react';
import { PERMISSIONS } from '../../../command-service/model/team/events.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { useFormOverlay, useOverlay } from '../../platform/address/overlays.ts';
import { pathTo, send } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { onlyTeamId, useTeams, useTeamsFailure } from '../../session/my-teams.ts';
import { NoTeamAlert } from '../../session/NoTeamAlert.tsx';
import { denialReason, isAllowed, teamChoice } from '../../session/permissions.ts';
import { DialogPlaceholder } from '../../ui/dialogs/DialogPlaceholder.tsx';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import type { SubmitResult } from '../../ui/fields/submit-result.ts';
import { DialogForm } from '../../ui/forms/FormDialog.tsx';
import { PERMISSION_LABELS, messages as teamMessages } from '../messages.ts';
import { useTeam } from '../queries.ts';
import { notifyInvited } from './commands.ts';
import { InvitationFields } from './InvitationFields.tsx';
import { blankRow, bodyOf, canSend, type InviteValues, isBlank, validate } from './invite-form.ts';
import { messages, PERMISSION_HINTS } from './messages.ts';

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

/** The choice of a team that the person may invite to; the only one is chosen already. */
function TeamField({ teams }: { teams: readonly TeamAnswer[] }) {
  const { isSubmitting } = useFormikContext();
  if (teams.length === 0) return <NoTeamAlert>{messages.noTeam}</NoTeamAlert>;
  return (
    <SelectField
      name="teamId"
      label={messages.team}
      choices={[
        { value: '', label: messages.chooseTeam, disabled: true },
        ...teams.map((team) => teamChoice('InviteMember', team)),
      ]}
      disabled={isSubmitting}
    />
  );
}

interface InviteFormProps {
  /** Whose members are invited; null: to be chosen. */
  readonly team: TeamAnswer | null;
  /** The teams to choose from. */
  readonly teams: readonly TeamAnswer[];
}

function InviteForm({ team, teams }: InviteFormProps) {
  const overlay = useFormOverlay(team === null ? 'dialog' : 'invite', team?.id ?? 'invite');
  const [proposed] = useState(team?.id ?? onlyTeamId(teams));

  const submit = async ({ teamId, ...values }: InviteValues): Promise<SubmitResult> => {
    notifyInvited(await send('POST', '/api/teams/:id/invite', { params: { id: teamId }, body: bodyOf(values) }));
    void revalidateLists(['teams']);
    return { done: true };
  };

  return (
    <DialogForm<InviteValues>
      initialValues={{ teamId: proposed, invitations: [blankRow(1)] }}
      draft={team === null ? 'invite' : `invite-${team.id}`}
      hasInput={({ invitations }) => !invitations.every(isBlank)}
      submitLabel={{ idle: messages.send, pending: messages.sending }}
      failed={team === null ? messages.inviteFailed : messages.sendFailed}
      cancelLabel={messages.skip}
      canSubmit={canSend}
      {...overlay}
      validate={validate}
      submit={submit}
    >
      {team === null && <TeamField teams={teams} />}
      <InvitationFields />
      <PermissionLegend />
    </DialogForm>
  );
}

interface FrameProps {
  readonly team?: TeamAnswer | undefined;
  /** Why nobody can be invited; null if they can. */
  readonly refusal: string | null;
  readonly leave: () => void;
  readonly children: ReactNode;
}

function InviteFrame({ team, refusal, leave, children }: FrameProps) {
  const { data: signUp } = useAnswer(pathTo('/api/sign-up'));
  const title = (
    <>
      {messages.inviteTitle}
      <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
        {team !== undefined && <bdi>{team.name}. </bdi>}
        {messages.inviteHint}
        {signUp?.mode === 'sso' && ` ${messages.inviteWithProvider}`}
      </Typography>
    </>
  );
  return (
    <OverlayDialog title={title} maxWidth="md" onClose={leave}>
      {refusal === null ? (
        children
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

/** Open while the address has `?invite=` with a team. */
export function InviteMembers({ teamId }: { teamId: string }) {
  const { close } = useOverlay();
  const { data: team, error } = useTeam(teamId);
  const leave = () => close('invite');
  const missing = error?.status === 404 ? `${teamMessages.notThere}. ${teamMessages.notThereHint}` : error?.message;
  const refusal = missing ?? (team === undefined ? null : denialReason('InviteMember', team));
  return (
    <InviteFrame team={team} refusal={refusal} leave={leave}>
      {team === undefined ? <DialogPlaceholder onClose={leave} /> : <InviteForm team={team} teams={[]} />}
    </InviteFrame>
  );
}

/** Open while the address has `?dialog=invite`: begins with the choice of a team. */
export function InviteToTeam() {
  const { close } = useOverlay();
  const teams = useTeams();
  const failure = useTeamsFailure();
  const leave = () => close('dialog');
  return (
    <InviteFrame refusal={teams === undefined ? (failure?.message ?? null) : null} leave={leave}>
      {teams === undefined ? (
        <DialogPlaceholder onClose={leave} />
      ) : (
        <InviteForm team={null} teams={teams.filter((team) => isAllowed('InviteMember', team))} />
      )}
    </InviteFrame>
  );
}
