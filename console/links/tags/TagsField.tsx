/** The tags of a form: kept as one text, as drafts are. */
import { useField, useFormikContext } from 'formik';
import { type Refusal, refusedField } from '../../ui/forms/submit-result.ts';
import { words } from '../messages.ts';
import { TagInput } from './TagInput.tsx';
import { tagsIn, textOf } from './tag-text.ts';

export function TagsField({ teamId, disabled }: { teamId: string; disabled: boolean }) {
  const [field, meta, helpers] = useField<string>('tags');
  const { status } = useFormikContext<unknown>();
  const refusal = refusedField(status as Refusal | undefined, 'tags', field.value);
  return (
    <TagInput
      label={words.tags}
      hint={words.tagsHint}
      tags={tagsIn(field.value)}
      choose={(tags) => void helpers.setValue(textOf(tags)).then(() => helpers.setTouched(true, false))}
      teamId={teamId}
      disabled={disabled}
      problem={meta.error ?? refusal}
    />
  );
}
