/** The dialog that renames a team. */
import { parse } from '../../../command-service/contract/schema/parse.ts';
import { renameTeamSchema } from '../../../command-service/model/team/commands.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { pathTo, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { fieldErrors } from '../../ui/fields/field-errors.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { useEdit } from '../../ui/forms/use-edit.tsx';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages } from '../messages.ts';

export function RenameTeam({ team, onClose }: { team: TeamAnswer; onClose: () => void }) {
  const { original, submitEdit } = useEdit({
    thing: team,
    path: pathTo('/api/teams/:id', { params: { id: team.id } }),
    save: (body, revision) => send('PATCH', '/api/teams/:id', { params: { id: team.id }, body, revision }),
    describeChanges: (_, now) => [[messages.teamName, now.name]],
    messages: { deleted: messages.deletedMeanwhile, changed: messages.renameMeanwhile },
  });

  const submit = async ({ name }: { readonly name: string }) => {
    const result = await submitEdit(name.trim() === original.name ? {} : { name: name.trim() });
    if (!result.done) return result;
    notify(messages.renamed, { lines: [name.trim()] });
    void revalidateLists(['teams']);
    return result;
  };

  return (
    <FormDialog
      title={messages.rename}
      maxWidth="xs"
      initialValues={{ name: original.name }}
      draft={`rename-${team.id}-${original.revision}`}
      submitLabel={{ idle: messages.rename, pending: messages.renaming }}
      failed={messages.renameFailed}
      isOpenAt={(params) => params.get('manage') === team.id && params.get('dialog') === 'rename'}
      validate={(values) => fieldErrors(() => parse(renameTeamSchema, values))}
      submit={submit}
      onClose={onClose}
    >
      <TextField name="name" label={messages.teamName} required autoFocus />
    </FormDialog>
  );
}
