/** In the Add form: leads to the dialog that adds many links, with the addresses that were pasted into one field. */
import Button from '@mui/material/Button';
import { useFormikContext } from 'formik';
import { flushSync } from 'react-dom';
import { addressesIn, normalizeAddress } from '../../../command-service/contract/schema/addresses.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { offerPasted } from '../pasted.ts';
import type { LinkFormValues } from './link-form-values.ts';
import { format, messages } from './messages.ts';

export function AddManyOffer() {
  const { values, isSubmitting, resetForm } = useFormikContext<LinkFormValues>();
  const { swap } = useOverlay();
  const addresses = addressesIn(values.articleLink);
  const isList = addresses.length > 1;
  return (
    <Button
      size="small"
      variant={isList ? 'outlined' : 'text'}
      disabled={isSubmitting}
      onClick={() => {
        offerPasted(addresses, normalizeAddress(values.clientLink));
        // The typed text moves to the other dialog, so the form asks no question and keeps no draft.
        flushSync(() => resetForm());
        swap('dialog', 'dialog', 'add-many');
      }}
      sx={{ justifySelf: 'start', ...(isList ? {} : { ml: -1.5, color: 'primary.main' }) }}
    >
      {isList ? format('addAs', { count: addresses.length }) : messages.addMany}
    </Button>
  );
}
