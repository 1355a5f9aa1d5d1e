/** The dialog that changes what a link costs, if nobody else has changed it; the toast can undo it. */
import Box from '@mui/material/Box';
import { useRef } from 'react';
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DialogForm } from '../../ui/forms/FormDialog.tsx';
import { useEdit } from '../../ui/forms/use-edit.tsx';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { LinkPlaceholder } from '../LinkPlaceholder.tsx';
import { linkPath, useLink } from '../link-queries.ts';
import { changedMoney, messages } from './messages.ts';
import { type MoneyValues, moneyBody, moneyFields, moneyProblems, moneyValues } from './money-values.ts';

export function EditMoney({ id }: { id: string }) {
  const { close } = useOverlay();
  const { data, error, mutate } = useLink(id);
  const leave = () => close('money');
  return (
    <OverlayDialog title={messages.title} maxWidth="xs" onClose={leave}>
      {data === undefined ? (
        <LinkPlaceholder error={error} onRetry={() => void mutate()} onClose={leave} />
      ) : (
        <MoneyForm link={data} onClose={leave} />
      )}
    </OverlayDialog>
  );
}

function MoneyForm({ link, onClose }: { link: LinkDetailsAnswer; onClose: () => void }) {
  const { open } = useOverlay();
  const saved = useRef(0);
  const replaced = useRef(link.money);
  const put = async (body: object, revision: number) => {
    saved.current = (await send('PUT', '/api/links/:id/money', { params: { id: link.id }, body, revision })).revision;
  };
  const { original, submitEdit } = useEdit({
    thing: link,
    path: linkPath(link.id),
    revisionOf: ({ moneyRevision }) => moneyRevision,
    save: put,
    describeChanges: (before, now) => {
      replaced.current = now.money;
      return changedMoney(before.money, now.money);
    },
    messages: { deleted: messages.deletedMeanwhile, changed: messages.changedMeanwhile },
  });
  const undo = async () => {
    try {
      await put(moneyBody(moneyValues(replaced.current)), saved.current);
      notify(messages.undone);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(common.error, { lines: [messages.failed, error.message], severity: 'destructive' });
    }
    void revalidateOwnChange(['links'], [link.id]);
  };
  const submit = async (values: MoneyValues) => {
    const result = await submitEdit(moneyBody(values));
    if (!result.done) return { ...result, fields: moneyFields(result.fields) };
    notify(messages.saved, { action: { label: messages.undo, run: () => void undo() } });
    void revalidateOwnChange(['links'], [link.id]);
    return result;
  };
  return (
    <DialogForm<MoneyValues>
      initialValues={moneyValues(original.money)}
      draft={`money-${link.id}-${original.moneyRevision}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.failed}
      isOpenAt={(params) => params.get('money') === link.id}
      validate={moneyProblems}
      submit={submit}
      onClose={onClose}
      reopen={() => open('money', link.id)}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)', alignItems: 'start' }}>
        <TextField name="price" label={messages.price} hint={messages.priceHint} autoFocus />
        <TextField
          name="currency"
          label={messages.currency}
          hint={messages.currencyHint}
          normalize={(typed) => typed.trim().toUpperCase()}
        />
      </Box>
      <TextField name="vendor" label={messages.vendor} />
      <TextField name="orderNumber" label={messages.orderNumber} />
    </DialogForm>
  );
}
