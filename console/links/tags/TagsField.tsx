/** The tag field of a form, as one text for drafts. */
import { useField, useFormikContext } from 'formik';
import { fieldError, type SubmitErrors } from '../../ui/fields/submit-result.ts';
import { messages } from './messages.ts';
import { TagInput } from './TagInput.tsx';
import { joinTags, parseTags } from './tag-text.ts';

export function TagsField({ teamId, disabled }: { teamId: string; disabled: boolean }) {
  const [field, meta, helpers] = useField<string>('tags');
  const { status } = useFormikContext<unknown>();
  const refusal = fieldError(status as SubmitErrors | undefined, 'tags', field.value);
  return (
    <TagInput
      label={messages.tags}
      hint={messages.tagsHint}
      tags={parseTags(field.value)}
      choose={(tags) => void helpers.setValue(joinTags(tags))}
      teamId={teamId}
      disabled={disabled}
      problem={meta.error ?? refusal}
    />
  );
}
