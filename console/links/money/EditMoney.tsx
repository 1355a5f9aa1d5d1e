/** The dialog that changes what a link costs, if nobody else has changed it; the toast can undo it. */
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { useFormOverlay, useOverlay } from '../../platform/address/overlays.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DialogForm } from '../../ui/forms/FormDialog.tsx';
import { LinkPlaceholder } from '../LinkPlaceholder.tsx';
import { useLink } from '../link-queries.ts';
import { useReplacement } from '../use-replacement.ts';
import { MoneyFields } from './MoneyFields.tsx';
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
        <MoneyForm link={data} />
      )}
    </OverlayDialog>
  );
}

function MoneyForm({ link }: { link: LinkDetailsAnswer }) {
  const overlay = useFormOverlay('money', link.id);
  const { original, replace } = useReplacement({
    link,
    route: '/api/links/:id/money',
    revisionOf: ({ moneyRevision }) => moneyRevision,
    describeChanges: (before, now) => changedMoney(before.money, now.money),
    bodyOf: ({ money }) => moneyBody(moneyValues(money)),
    lists: ['links'],
    messages,
  });
  return (
    <DialogForm<MoneyValues>
      initialValues={moneyValues(original.money)}
      draft={`money-${link.id}-${original.moneyRevision}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.failed}
      {...overlay}
      validate={moneyProblems}
      submit={(values) => replace(moneyBody(values), moneyFields)}
    >
      <MoneyFields teamId={link.teamId} />
      <TextField name="orderNumber" label={messages.orderNumber} />
    </DialogForm>
  );
}
