/** The commands that change the brand of a list, and the schema of their body. */
import * as yup from 'yup';
import { line, text } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Brand } from './events.ts';

const MAX_NAME = 100;
const NAME_REQUIRED = 'Name is required';
const LOGO = 'Logo must be a data URL, or null to remove it';

/** Body of PUT /api/brands/{list}. Without `logo` the logo stays; null removes it. The picture is parsed later. */
export const brandSchema = yup.object({
  name: line('Name', MAX_NAME).nonNullable(NAME_REQUIRED).required(NAME_REQUIRED),
  accent: text('Accent', 7)
    .matches(/^#[0-9a-f]{6}$/, { message: 'Accent must be a color such as #3b57d9', excludeEmptyString: true })
    .nullable(),
  // A name that looks like an address would hide the real one.
  senderName: line('Sender name', MAX_NAME)
    .matches(/^[^@<>]*$/, { message: 'Sender name must be a name, not an address', excludeEmptyString: true })
    .nullable(),
  footer: text('Footer', 500).nullable(),
  logo: yup
    .string()
    .typeError(LOGO)
    .nullable()
    .meta({ jsonSchema: { pattern: '^data:[^,]{0,200};base64,[A-Za-z0-9+/]+={0,2}$' } }),
});

interface SetBrand extends Omit<Brand, 'logo'> {
  readonly type: 'SetBrand';
  readonly scope: Scope;
  /** Undefined: the logo stays. */
  readonly logo?: Brand['logo'] | undefined;
}

export type BrandCommand = SetBrand | { readonly type: 'RemoveBrand'; readonly scope: Scope };
