/** The command that replaces the templates of terms of a list, and the schema of its body. */
import * as yup from 'yup';
import { MAX_NAME, text } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import { termsSchema } from '../terms/commands.ts';
import type { TermsTemplate } from './events.ts';

const MAX_TEMPLATES = 100;
const NAME_REQUIRED = 'Name is required.';
const NAME_TAKEN = 'This list has a template of this name already.';

/** Body of PUT /api/terms-templates: a template without an id is new. Without a team the list is the person's own. */
export const termsTemplatesSchema = yup.object({
  teamId: text('Team', 100).nullable(),
  templates: yup
    .array(
      yup.object({
        id: text('Template', 100).nullable(),
        name: text('Name', MAX_NAME).nonNullable(NAME_REQUIRED).required(NAME_REQUIRED).matches(/\S/, NAME_REQUIRED),
        terms: termsSchema.noUnknown('Terms of a template have no such field').required('Terms are required'),
      }),
    )
    .typeError('Templates must be a list')
    .max(MAX_TEMPLATES, `A list has at most ${MAX_TEMPLATES} templates`)
    .test('names', NAME_TAKEN, (templates, { path, createError }) => {
      const names = templates?.map(({ name }) => name?.trim().normalize('NFC').toLowerCase()) ?? [];
      const doubled = names.findIndex((name, index) => names.indexOf(name) !== index);
      return doubled === -1 || createError({ path: `${path}[${doubled}].name`, message: NAME_TAKEN });
    })
    .required('Templates are required'),
});

export interface SetTermsTemplates {
  readonly type: 'SetTermsTemplates';
  readonly scope: Scope;
  readonly templates: readonly TermsTemplate[];
}
