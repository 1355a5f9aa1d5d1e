/** The promotion type of a campaign's link, and the URLs that it needs; of other links, the article and the client. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PROMOTION_TYPES } from '../../../command-service/model/link/events.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PROMOTION_LABELS } from '../messages.ts';
import { completeAddress } from './guessed-schemes.ts';
import { type LinkFormValues, promotionOf, urlFieldsOf } from './link-form-values.ts';
import { messages, URL_HINTS, URL_LABELS, URL_LABELS_OPTIONAL } from './messages.ts';

const TYPES = PROMOTION_TYPES.map((type) => ({ value: type, label: PROMOTION_LABELS[type] }));
const PLACEHOLDERS = {
  articleLink: 'https://blog.example/article',
  clientLink: 'https://client.example/page',
  websiteUrl: 'https://blog.example/',
} as const;

interface UrlFieldsProps {
  readonly values: LinkFormValues;
  /** The values of the link that is edited. */
  readonly before?: LinkFormValues | undefined;
  readonly disabled: boolean;
  /** Below the article link: a way to add several. */
  readonly addMany?: ReactNode;
}

export function UrlFields({ values, before, disabled, addMany }: UrlFieldsProps) {
  return (
    <>
      {promotionOf(values) !== null && (
        <Box>
          <SelectField
            name="promotionType"
            label={messages.promotionType}
            choices={TYPES}
            disabled={disabled || before !== undefined}
          />
          {before !== undefined && (
            <Box sx={{ mt: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>{messages.promotionStays}</Box>
          )}
        </Box>
      )}
      {urlFieldsOf(values, before).map(({ name, required }, index) => (
        <Box key={name} sx={{ display: 'grid', gap: 1 }}>
          <TextField
            name={name}
            label={required ? URL_LABELS[name] : URL_LABELS_OPTIONAL[name]}
            hint={URL_HINTS[name]}
            placeholder={PLACEHOLDERS[name]}
            inputMode="url"
            required={required}
            autoFocus={index === 0}
            disabled={disabled}
            normalize={completeAddress}
          />
          {name === 'articleLink' && addMany}
        </Box>
      ))}
    </>
  );
}
