/** Saves the input of the surrounding form as a draft, at every change. */
import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { saveDraft } from './drafts.ts';

export function DraftSaver({ name, fresh }: { name: string; fresh: Readonly<Record<string, string>> }) {
  const { values } = useFormikContext<Record<string, string>>();
  useEffect(() => saveDraft(sessionStorage, name, values, fresh), [name, values, fresh]);
  return null;
}
