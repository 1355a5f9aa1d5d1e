/** What the server said no with, kept in Formik's status: it stands beside its field until that field is changed. */
import type { ReactNode } from 'react';

export interface SubmitErrors {
  /** For the whole form; null where a field says it. */
  readonly message: ReactNode;
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** What had been sent. */
  readonly sent: Readonly<Record<string, string>>;
}

/** A refusal as the API tells it: beside the fields it names, for the whole form where it names none. Pure. */
export function toSubmitErrors(
  { message, fields }: { readonly message: string; readonly fields: SubmitErrors['fields'] },
  sent: SubmitErrors['sent'],
): SubmitErrors {
  return { message: Object.keys(fields).length === 0 ? message : null, fields, sent };
}

/** The server's message for a field whose value is still the one it refused. Pure. */
export function fieldError(refusal: SubmitErrors | undefined, name: string, value: string): string | undefined {
  return refusal?.sent[name] === value ? refusal.fields[name] : undefined;
}

/** What came of a submit: done, or a message and perhaps messages for fields. */
export type SubmitResult =
  | { readonly done: true }
  | {
      readonly done: false;
      readonly message: ReactNode;
      readonly fields: Readonly<Record<string, string>>;
      readonly signedOut?: true;
      /** The form itself says all there is to say. */
      readonly told?: true;
    };
