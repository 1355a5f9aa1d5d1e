/** The Create Campaign dialog. A new campaign belongs to a team. */
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useFormOverlay, useOverlay } from '../platform/address/overlays.ts';
import { campaignPath, teamIdFromPath } from '../platform/address/page-paths.ts';
import { send } from '../platform/api/client.ts';
import { sendOnce } from '../platform/api/idempotency.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { onlyTeamId, useTeams, useTeamsFailure } from '../session/my-teams.ts';
import { NoTeamAlert } from '../session/NoTeamAlert.tsx';
import { isAllowed, teamChoice } from '../session/permissions.ts';
import { DialogPlaceholder } from '../ui/dialogs/DialogPlaceholder.tsx';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import type { SubmitResult } from '../ui/fields/submit-result.ts';
import { DialogForm } from '../ui/forms/FormDialog.tsx';
import { AlertIcon } from '../ui/layout/icons.tsx';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { CampaignFields } from './CampaignFields.tsx';
import { bodyOf, type CampaignValues, initialCampaign, validateNew } from './campaign-form.ts';
import { messages } from './messages.ts';

const URL = '/api/campaigns';

function CreateForm({ teams }: { teams: readonly TeamAnswer[] }) {
  const overlay = useFormOverlay('dialog', 'create-campaign');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const usable = teams.filter((team) => isAllowed('AddCampaign', team));
  // Proposes the team whose page is open, or the only one.
  const [proposed] = useState(() => {
    const here = usable.find(({ id }) => id === teamIdFromPath(pathname));
    return here?.id ?? onlyTeamId(usable);
  });
  const created = useRef('');

  const submit = async (values: CampaignValues): Promise<SubmitResult> => {
    const body = bodyOf(values);
    const { id } = await sendOnce(URL, body, (key) => send('POST', '/api/campaigns', { body, key }));
    created.current = id;
    notify(messages.created, { lines: [body.name, messages.createdHint] });
    void revalidateLists(['campaigns']);
    return { done: true };
  };

  return (
    <DialogForm<CampaignValues>
      initialValues={initialCampaign(proposed)}
      draft="create-campaign"
      submitLabel={{ idle: messages.create, pending: messages.creating }}
      failed={messages.createFailed}
      {...overlay}
      validate={validateNew}
      submit={submit}
      onDone={() => void navigate(campaignPath(created.current), { replace: true })}
    >
      {(_, isSubmitting) => (
        <>
          {usable.length === 0 && (
            <NoTeamAlert>{teams.length === 0 ? messages.noTeam : messages.noTeamToUse}</NoTeamAlert>
          )}
          <CampaignFields
            busy={isSubmitting}
            teams={[
              { value: '', label: messages.chooseTeam, disabled: true },
              ...teams.map((team) => teamChoice('AddCampaign', team)),
            ]}
          />
        </>
      )}
    </DialogForm>
  );
}

export function CreateCampaign() {
  const { close } = useOverlay();
  const teams = useTeams();
  const failure = useTeamsFailure();
  const leave = () => close('dialog');
  return (
    <OverlayDialog title={messages.create} onClose={leave}>
      {teams !== undefined ? (
        <CreateForm teams={teams} />
      ) : failure === null ? (
        <DialogPlaceholder onClose={leave} />
      ) : (
        <DialogPlaceholder onClose={leave}>
          <EmptyState
            icon={<AlertIcon />}
            title={messages.teamsFailed}
            action={<Button onClick={failure.retry}>{common.retry}</Button>}
          >
            {failure.message}
          </EmptyState>
        </DialogPlaceholder>
      )}
    </OverlayDialog>
  );
}
