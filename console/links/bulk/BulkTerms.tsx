/** The terms that many links get in place of theirs. */
import { AgreedFields } from '../terms/AgreedFields.tsx';
import { termsFields, termsProblems, termsValues } from '../terms/terms-values.ts';
import { type FieldsProps, Note } from './BulkFields.tsx';
import { dialogOf } from './bulk-operation.ts';
import { messages } from './messages.ts';

const FRESH = termsValues(null);

export function BulkTerms({ values, change, scopes, problems, disabled }: FieldsProps) {
  const terms = values.terms ?? FRESH;
  // A field that the person has not reached yet is not wrong.
  const { anchorTexts, ...typed } = termsProblems(terms);
  return (
    <>
      <Note>{messages.termsNote}</Note>
      <AgreedFields
        // A template is for the links of its list.
        teamId={scopes?.size === 1 ? [...scopes][0] : undefined}
        values={{ ...terms, templateId: values.templateId }}
        change={({ templateId = values.templateId, ...some }) => change({ templateId, terms: { ...terms, ...some } })}
        problems={{ ...typed, ...(terms.anchorTexts !== '' && { anchorTexts }), ...termsFields(problems) }}
        isOpenAt={(params) => params.get('dialog') === dialogOf('terms')}
        disabled={disabled}
      />
    </>
  );
}
