/** Gives a team another name. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useRef, useState } from 'react';
import { renameTeamSchema } from '../../command-service/commands/team.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { ApiError, get, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { NameForm } from './NameForm.tsx';
import { teamUrl } from './queries.ts';

export function RenameTeam({ team, onClose }: { team: TeamAnswer; onClose: () => void }) {
  // The name that is seen in the form; a newer one must not be overwritten unseen.
  const [began] = useState(team);
  const seen = useRef(team.revision);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="rename-title">
      <DialogTitle id="rename-title">{messages.rename}</DialogTitle>
      <NameForm
        schema={renameTeamSchema}
        name={began.name}
        draft={`rename-${team.id}-${began.revision}`}
        submitWords={{ idle: messages.rename, busy: messages.renaming }}
        failed={messages.renameFailed}
        stays={(params) => params.get('manage') === team.id && params.get('dialog') === 'rename'}
        onCancel={onClose}
        submit={async (name) => {
          try {
            if (name !== began.name) await send('PATCH', teamUrl(team.id), { body: { name }, revision: seen.current });
          } catch (error) {
            if (!(error instanceof ApiError && error.status === 412)) throw error;
            const now = await get<TeamAnswer>(teamUrl(team.id));
            seen.current = now.revision;
            throw new ApiError(412, error.code, `${messages.renameMeanwhile} “${now.name}”`);
          }
          notify(messages.renamed, { lines: [name] });
          await revalidateLists(['teams']);
          return onClose;
        }}
      />
    </Dialog>
  );
}
