/** The Edit Share dialog: its name and its end. */
import { parse } from '../../command-service/contract/schema/parse.ts';
import { editShareSchema } from '../../command-service/model/share/commands.ts';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import { type SubmitResult, toFailure } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** `expiresAt` is a day: the share ends with it. */
type Values = { name: string; expiresAt: string };

const endOf = (day: string) => (day === '' ? null : `${day}T23:59:59.999Z`);

export function EditShare({ share: { id, name, expiresAt, revision } }: { share: ShareAnswer }) {
  const { open, close } = useOverlay();
  const dialog = `edit-share-${id}`;
  const initialValues: Values = { name, expiresAt: expiresAt?.slice(0, 10) ?? '' };
  // An unchanged day keeps its time.
  const bodyOf = (values: Values) => ({
    name: values.name,
    ...(values.expiresAt !== initialValues.expiresAt && { expiresAt: endOf(values.expiresAt) }),
  });
  const submit = async (values: Values): Promise<SubmitResult> => {
    try {
      await send('PATCH', '/api/shared-links/:id', { params: { id }, body: bodyOf(values), revision });
    } catch (error) {
      if (error instanceof ApiError) return toFailure(error);
      throw error;
    }
    notify(messages.edited, { lines: [values.name] });
    await revalidateLists(['shares']);
    return { done: true };
  };
  return (
    <FormDialog<Values>
      title={messages.editTitle}
      maxWidth="xs"
      initialValues={initialValues}
      draft={`${dialog}-${revision}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.editFailed}
      isOpenAt={(params) => params.get('dialog') === dialog}
      validate={(values) => fieldErrors(() => parse(editShareSchema, bodyOf(values)))}
      submit={submit}
      onClose={() => close('dialog')}
      reopen={() => open('dialog', dialog)}
    >
      <TextField name="name" label={messages.name} hint={messages.nameHint} autoFocus />
      <TextField name="expiresAt" label={messages.expiry} hint={messages.endHint} type="date" />
    </FormDialog>
  );
}
