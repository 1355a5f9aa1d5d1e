/** The fields of a price, its currency and a vendor in a form. */
import Box from '@mui/material/Box';
import { useField } from 'formik';
import { PERSONAL } from '../../../query-service/contract/list-options.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { useDebouncedValue } from '../../platform/timing/use-debounced-value.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { messages } from './messages.ts';

const TYPING_MS = 200;

/** `teamId`: the team whose vendors are suggested, null for one's own list, undefined for all lists. */
export function MoneyFields({ teamId }: { readonly teamId: string | null | undefined }) {
  const find = useDebouncedValue(useField<string>('vendor')[0].value.trim(), TYPING_MS);
  const query = { of: 'vendor', ...(teamId !== undefined && { teamId: teamId ?? PERSONAL }), ...(find && { find }) };
  const { data: vendors = [] } = useAnswer(pathTo('/api/links/facets', { query }), { keepPreviousData: true });
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)', alignItems: 'start' }}>
        <TextField name="price" label={messages.price} hint={messages.priceHint} autoFocus />
        <TextField
          name="currency"
          label={messages.currency}
          hint={messages.currencyHint}
          normalize={(typed) => typed.trim().toUpperCase()}
        />
      </Box>
      <TextField name="vendor" label={messages.vendor} suggestions={vendors.map(({ label }) => label)} />
    </>
  );
}
