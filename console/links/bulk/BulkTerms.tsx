/** The terms that many links get in place of theirs. */
import { TermsFields } from '../terms/TermsFields.tsx';
import { termsFields, termsProblems, termsValues } from '../terms/terms-values.ts';
import { type FieldsProps, Note } from './BulkFields.tsx';
import { messages } from './messages.ts';

const FRESH = termsValues(null);

export function BulkTerms({ values, change, problems, disabled }: FieldsProps) {
  const terms = values.terms ?? FRESH;
  // A field that the person has not reached yet is not wrong.
  const { anchorTexts, ...typed } = termsProblems(terms);
  return (
    <>
      <Note>{messages.termsNote}</Note>
      <TermsFields
        values={terms}
        change={(some) => change({ terms: { ...terms, ...some } })}
        problems={{ ...typed, ...(terms.anchorTexts !== '' && { anchorTexts }), ...termsFields(problems) }}
        disabled={disabled}
      />
    </>
  );
}
