/** The Create Campaign dialog. A campaign belongs to a team. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { campaignPath, teamIdFromPath } from '../platform/address/page-paths.ts';
import { ApiError, newKey, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useTeams, useTeamsFailure } from '../session/my-teams.ts';
import { isAllowed } from '../session/permissions.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { DraftForm } from '../ui/forms/FormDialog.tsx';
import { SelectField } from '../ui/forms/SelectField.tsx';
import type { SubmitResult } from '../ui/forms/submit-result.ts';
import { AlertIcon } from '../ui/icons.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { CampaignFields } from './CampaignFields.tsx';
import { bodyOf, type CampaignValues, initialCampaign, validateNew } from './campaign-form.ts';
import { messages } from './messages.ts';

function CreateForm({ teams }: { teams: readonly TeamAnswer[] }) {
  const { open, close } = useOverlay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const usable = teams.filter((team) => isAllowed('AddCampaign', team));
  // Where the dialog was opened proposes the team; where there is only one, so does that.
  const [proposed] = useState(() => {
    const here = teamIdFromPath(pathname);
    const [only, ...more] = usable;
    return usable.find(({ id }) => id === here)?.id ?? (more.length === 0 ? (only?.id ?? '') : '');
  });
  const fresh = useMemo(() => initialCampaign(proposed), [proposed]);
  const created = useRef<string | null>(null);
  // Asked again after no answer came, the same wish is carried out once.
  const asked = useRef({ wish: '', key: '' });
  const leave = () => close('dialog');

  const submit = async (values: CampaignValues): Promise<SubmitResult> => {
    const body = bodyOf(values);
    const wish = JSON.stringify(body);
    if (asked.current.wish !== wish) asked.current = { wish, key: newKey() };
    try {
      const { id } = await send<{ readonly id: string }>('POST', '/api/campaigns', { body, key: asked.current.key });
      created.current = id;
      notify(messages.created, { lines: [body.name, messages.createdHint] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) asked.current = { wish: '', key: '' };
      if (error.status === 401) return { done: false, message: error.message, fields: {}, signedOut: true };
      return { done: false, message: error.message, fields: error.fields };
    }
    void revalidateLists(['campaigns']);
    return { done: true };
  };

  return (
    <DraftForm<CampaignValues>
      fresh={fresh}
      draft="create-campaign"
      submitWords={{ idle: messages.create, busy: messages.creating }}
      validate={validateNew}
      stays={(params) => params.get('dialog') === 'create-campaign'}
      submit={submit}
      onDone={() => created.current !== null && void navigate(campaignPath(created.current), { replace: true })}
      onCancel={leave}
      onFailure={({ fields }, late) => {
        if (Object.keys(fields).length > 0 && !late) return;
        notify(messages.error, {
          lines: [messages.createFailed],
          severity: 'destructive',
          ...(late ? { action: { label: messages.openAgain, run: () => open('dialog', 'create-campaign') } } : {}),
        });
      }}
    >
      {(_, busy) => (
        <>
          {usable.length === 0 && (
            <Alert
              severity="info"
              variant="outlined"
              icon={false}
              action={
                <Button component={Link} to="/teams?dialog=create-team" size="small">
                  {messages.createTeam}
                </Button>
              }
            >
              {teams.length === 0 ? messages.noTeam : messages.noTeamToUse}
            </Alert>
          )}
          <CampaignFields busy={busy} />
          <SelectField
            name="teamId"
            label={messages.team}
            choices={[
              { value: '', label: messages.chooseTeam, disabled: true },
              ...teams.map((team) => {
                const allowed = isAllowed('AddCampaign', team);
                const label = allowed ? team.name : `${team.name} (${messages.viewOnlyTeam})`;
                return { value: team.id, label, disabled: !allowed };
              }),
            ]}
            disabled={busy}
          />
        </>
      )}
    </DraftForm>
  );
}

export function CreateCampaign() {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const teams = useTeams();
  const failure = useTeamsFailure();
  const leave = () => close('dialog');
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="create-campaign-title">
      <DialogTitle id="create-campaign-title">{messages.create}</DialogTitle>
      {teams === undefined ? (
        <>
          <DialogContent aria-busy={failure === null} sx={{ minHeight: 360 }}>
            {failure === null ? (
              [1, 2, 3, 4].map((row) => <Skeleton key={row} variant="rounded" height={48} sx={{ mb: 2 }} />)
            ) : (
              <EmptyState
                icon={<AlertIcon />}
                title={messages.teamsFailed}
                action={<Button onClick={failure.retry}>{messages.retry}</Button>}
              >
                {failure.message}
              </EmptyState>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{messages.close}</Button>
          </DialogActions>
        </>
      ) : (
        <CreateForm teams={teams} />
      )}
    </Dialog>
  );
}
