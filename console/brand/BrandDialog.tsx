/** The dialog in which the brand of a list is chosen. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { brandSchema } from '../../command-service/model/brand/commands.ts';
import type { BrandAnswer } from '../../query-service/contract/answers/brands.ts';
import { useFormOverlay, useOverlay } from '../platform/address/overlays.ts';
import { pathTo, send } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { DialogPlaceholder } from '../ui/dialogs/DialogPlaceholder.tsx';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { isEqualJson } from '../ui/forms/drafts.ts';
import { DialogForm } from '../ui/forms/FormDialog.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { AccentField } from './AccentField.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { LogoField } from './LogoField.tsx';
import { messages } from './messages.ts';

/** `logo`: the path of the present one, a data URL, or '' without a logo. */
type BrandValues = Record<'name' | 'logo' | 'accent' | 'senderName' | 'footer', string>;

function valuesOf({ name, logo, accent, senderName, footer }: BrandAnswer): BrandValues {
  return { name, logo: logo?.path ?? '', accent: accent ?? '', senderName, footer };
}

/** Without `logo` the present one stays. */
function bodyOf({ logo, accent, ...texts }: BrandValues, before: BrandValues) {
  const body = { ...texts, accent: accent.trim().toLowerCase() };
  return parse(brandSchema, logo === before.logo ? body : { ...body, logo });
}

/** @param list a team's id or `personal`. */
export function BrandDialog({ list }: { list: string }) {
  const { close } = useOverlay();
  const { data, error, mutate } = useAnswer(pathTo('/api/brands/:list', { params: { list } }));
  const onClose = () => close('brand');
  return (
    <OverlayDialog title={messages.title} onClose={onClose}>
      {data === undefined ? (
        <DialogPlaceholder onClose={onClose}>
          {error && <RetryAlert failed={messages.failed} error={error} retry={() => void mutate()} />}
        </DialogPlaceholder>
      ) : (
        <BrandForm list={list} brand={data} />
      )}
    </OverlayDialog>
  );
}

function BrandForm({ list, brand }: { list: string; brand: BrandAnswer }) {
  const overlay = useFormOverlay('brand', list);
  const params = { list };
  const { original, submitEdit } = useEdit({
    thing: brand,
    path: pathTo('/api/brands/:list', { params }),
    save: (body, revision) => send('PUT', '/api/brands/:list', { params, body, revision }),
    describeChanges: (_, now) => [[messages.name, now.name]],
    messages: { deleted: messages.gone, changed: messages.meanwhile },
  });
  const initialValues = valuesOf(original);
  const remove = async () => {
    await send('DELETE', '/api/brands/:list', { params });
    notify(messages.removed);
    overlay.onClose();
    return true;
  };
  return (
    <DialogForm<BrandValues>
      initialValues={initialValues}
      draft={`brand-${list}-${original.revision}`}
      neverDraft={['logo']}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.saveFailed}
      {...overlay}
      validate={(values) => fieldErrors(() => bodyOf(values, initialValues))}
      submit={async (values) => {
        const result = await submitEdit(isEqualJson(values, initialValues) ? {} : bodyOf(values, initialValues));
        if (result.done) notify(messages.saved);
        return result;
      }}
      option={
        original.name !== '' && (
          <ConfirmButton
            button={(ask) => (
              <Button color="error" onClick={ask} sx={{ mr: 'auto' }}>
                {messages.remove}
              </Button>
            )}
            title={messages.remove}
            label={messages.remove}
            onConfirm={remove}
          >
            {messages.removeMeans}
          </ConfirmButton>
        )
      }
    >
      {(values) => (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {messages.means}
          </Typography>
          <TextField name="name" label={messages.name} hint={messages.nameHint} required autoFocus />
          <LogoField />
          <AccentField />
          <TextField name="senderName" label={messages.senderName} hint={messages.senderNameHint} />
          <TextField name="footer" label={messages.footer} hint={messages.footerHint} rows={2} />
          <BrandPreview values={values} />
        </>
      )}
    </DialogForm>
  );
}
