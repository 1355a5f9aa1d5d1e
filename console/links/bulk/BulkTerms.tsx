/** The terms that many links get in place of theirs. */
import { TermsFields } from '../terms/TermsFields.tsx';
import { termsFields, termsProblems, termsValues } from '../terms/terms-values.ts';
import { type FieldsProps, Note } from './BulkFields.tsx';
import { BulkTemplates } from './BulkTemplates.tsx';
import { messages } from './messages.ts';

const FRESH = termsValues(null);

export function BulkTerms({ values, change, scopes, problems, disabled }: FieldsProps) {
  const terms = values.terms ?? FRESH;
  // A field that the person has not reached yet is not wrong.
  const { anchorTexts, ...typed } = termsProblems(terms);
  return (
    <>
      <Note>{messages.termsNote}</Note>
      {/* A template is for the links of its list. */}
      {scopes?.size === 1 && (
        <BulkTemplates teamId={[...scopes][0] ?? null} {...{ values, change, problems, disabled }} />
      )}
      <TermsFields
        values={terms}
        change={(some) => change({ terms: { ...terms, ...some } })}
        problems={{ ...typed, ...(terms.anchorTexts !== '' && { anchorTexts }), ...termsFields(problems) }}
        disabled={disabled}
      />
    </>
  );
}
