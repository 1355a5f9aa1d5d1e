/** The Create Team dialog; the invite dialog follows it. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { createTeamSchema } from '../../command-service/commands/team.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { NameForm } from './NameForm.tsx';

export function CreateTeam() {
  const { close, swap } = useOverlay();
  const leave = () => close('dialog');
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="xs" aria-labelledby="create-team-title">
      <DialogTitle id="create-team-title">{messages.createTeam}</DialogTitle>
      <NameForm
        schema={createTeamSchema}
        name=""
        draft="create-team"
        hint={messages.createHint}
        submitWords={{ idle: messages.createTeam, busy: messages.creating }}
        failed={messages.createFailed}
        stays={(params) => params.get('dialog') === 'create-team'}
        onCancel={leave}
        submit={async (name) => {
          const team = await send<Pick<TeamAnswer, 'id'>>('POST', '/api/teams', { body: { name } });
          notify(messages.created, { lines: [messages.createdHint] });
          await revalidateLists(['teams']);
          return () => swap('dialog', 'invite', team.id);
        }}
      />
    </Dialog>
  );
}
