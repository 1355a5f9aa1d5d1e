/** The Create Team dialog. The invite dialog follows it. */
import { useRef } from 'react';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { createTeamSchema } from '../../command-service/model/team/commands.ts';
import { useFormOverlay, useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export function CreateTeam() {
  const { swap } = useOverlay();
  const overlay = useFormOverlay('dialog', 'create-team');
  const created = useRef('');

  const submit = async (body: { readonly name: string }) => {
    const team = await send('POST', '/api/teams', { body: { name: body.name.trim() } });
    created.current = team.id;
    notify(messages.created, { lines: [messages.createdHint] });
    await revalidateLists(['teams']);
    return { done: true } as const;
  };

  return (
    <FormDialog
      title={messages.createTeam}
      maxWidth="xs"
      initialValues={{ name: '' }}
      draft="create-team"
      submitLabel={{ idle: messages.createTeam, pending: messages.creating }}
      failed={messages.createFailed}
      {...overlay}
      validate={(values) => fieldErrors(() => parse(createTeamSchema, values))}
      submit={submit}
      onDone={() => swap('dialog', 'invite', created.current)}
    >
      <TextField name="name" label={messages.teamName} hint={messages.createHint} required autoFocus />
    </FormDialog>
  );
}
