/** The result of submitting a form, and the errors that Formik's status keeps until the fields are changed. */
import { getIn, useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { ApiError } from '../../platform/api/client.ts';

export type SubmitResult = { readonly done: true } | SubmitFailure;

export interface SubmitFailure {
  readonly done: false;
  readonly message: ReactNode;
  /** One message a field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The error that caused it, if the server reported one. */
  readonly error?: ApiError;
  /** `message` as text, for a toast once the form is closed. Where it is given, an open form shows no toast. */
  readonly summary?: string;
}

/** The failure that an API error describes. `fields` replaces the API's field names by those of the form. Pure. */
export function toFailure(error: ApiError, fields: SubmitFailure['fields'] = error.fields): SubmitFailure {
  return { done: false, message: error.message, fields, error };
}

export interface SubmitErrors {
  /** For the whole form; null where the fields have messages of their own. */
  readonly message: ReactNode;
  readonly fields: Readonly<Record<string, string>>;
  /** The values that were sent. */
  readonly sent: object;
}

/** The errors of a failed submit. A message for a field that the form lacks is left to the form's message. Pure. */
export function toSubmitErrors(failure: Pick<SubmitFailure, 'message' | 'fields'>, sent: object): SubmitErrors {
  const fields = Object.fromEntries(Object.entries(failure.fields).filter(([name]) => getIn(sent, name) !== undefined));
  return { message: Object.keys(fields).length === 0 ? failure.message : null, fields, sent };
}

/** The server's message for a field whose value has not changed since it was sent. Pure. */
export function fieldError(errors: SubmitErrors | undefined, name: string, value: string): string | undefined {
  return errors !== undefined && getIn(errors.sent, name) === value ? errors.fields[name] : undefined;
}

/** The errors of the surrounding form's last submit. */
export function useSubmitErrors(): SubmitErrors | undefined {
  const errors: SubmitErrors | undefined = useFormikContext().status;
  return errors;
}
