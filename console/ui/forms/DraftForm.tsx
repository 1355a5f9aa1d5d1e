/**
 * A form whose input is saved as a draft until it is sent. Errors of the server appear beside their fields. Submitting
 * continues after the form is closed; a failure is then shown in a toast. FormDialog and FormSection give it its look.
 */
import Alert from '@mui/material/Alert';
import { Form, Formik, type FormikValues } from 'formik';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/client.ts';
import { FocusFirstError } from '../fields/FocusFirstError.tsx';
import type { SubmitErrors, SubmitFailure, SubmitResult } from '../fields/submit-result.ts';
import { toFailure, toSubmitErrors } from '../fields/submit-result.ts';
import { messages as common } from '../messages.ts';
import { notify } from '../toasts/toast-store.ts';
import { DraftRestoredAlert } from './DraftRestoredAlert.tsx';
import { deleteDraft, isEqualJson, readDraft, saveDraft, useDraftName } from './drafts.ts';
import { messages } from './messages.ts';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';

export interface FormProps<V extends FormikValues> {
  /** JSON values. */
  readonly initialValues: V;
  /** Names the draft of this form. */
  readonly draft: string;
  /** Fields that no draft keeps, such as passwords. */
  readonly neverDraft?: readonly (keyof V)[];
  /** Whether the input is worth a draft and a question before it is discarded; default: it differs from `initialValues`. */
  readonly hasInput?: (values: V) => boolean;
  /** Error messages by field, nested as the values are. */
  readonly validate: (values: V) => object;
  /** @throws ApiError, which the form shows beside the fields that it names. */
  readonly submit: (values: V) => Promise<SubmitResult>;
  readonly submitLabel: { readonly idle: string; readonly pending: string };
  /** The toast's text when submitting fails and no field has the message; none: only the form shows it. */
  readonly failed?: string;
  /** The fields. */
  readonly children: ReactNode | ((values: V, isSubmitting: boolean) => ReactNode);
}

interface FormState<V> {
  readonly values: V;
  readonly isSubmitting: boolean;
  /** The values differ from `initialValues`. */
  readonly isChanged: boolean;
  readonly setValues: (values: V) => void;
}

interface DraftFormProps<V extends FormikValues> extends FormProps<V> {
  /** Whether the form is still open at these search parameters; without it, leaving asks no question. */
  readonly isOpenAt?: (params: URLSearchParams) => boolean;
  /** Called after a successful submit if the form is still open. */
  readonly onDone: (reset: () => void) => void;
  /** Opens the form again after it was closed and then failed. */
  readonly reopen?: () => void;
  /** Arranges the form: its alerts and fields, and what the dialog or section adds. */
  readonly layout: (fields: ReactNode, form: FormState<V>) => ReactNode;
}

function notifyFailure({ message, fields, summary }: SubmitFailure, failed: string | undefined, reopen?: () => void) {
  const problems = Object.values(fields);
  const text = summary ?? (typeof message === 'string' ? message : undefined);
  const reasons = problems.length > 0 || text === undefined ? problems : [text];
  notify(common.error, {
    lines: [...(failed === undefined ? [] : [failed]), ...reasons],
    severity: 'destructive',
    ...(reopen === undefined ? {} : { action: { label: messages.openAgain, run: reopen } }),
  });
}

export function DraftForm<V extends FormikValues>(props: DraftFormProps<V>) {
  const { initialValues, draft, neverDraft = [], validate, submit, failed, isOpenAt, onDone, reopen, layout } = props;
  const hasInput = props.hasInput ?? ((values: V) => !isEqualJson(values, initialValues));
  const name = useDraftName(draft);
  const restored = useRef(readDraft(sessionStorage, name, initialValues));
  const [first] = useState(restored.current ?? initialValues);
  const current = useRef(first);
  // Stays true after a success: nothing is lost when the form closes.
  const sending = useRef(false);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const keep = (values: V) => {
    if (isEqualJson(values, current.current)) return;
    current.current = values;
    if (!hasInput(values)) {
      deleteDraft(sessionStorage, name);
      return;
    }
    const hidden = Object.fromEntries(neverDraft.map((field) => [field, initialValues[field]]));
    saveDraft(sessionStorage, name, { ...values, ...hidden }, initialValues);
  };

  return (
    <Formik<V>
      initialValues={first}
      validate={(values) => validate(values)}
      onSubmit={async (values, { setStatus, resetForm }) => {
        sending.current = true;
        setStatus(undefined);
        const result = await submit(values).catch((error: unknown) => {
          if (error instanceof ApiError) return toFailure(error);
          throw error;
        });
        if (result.done) {
          restored.current = null;
          deleteDraft(sessionStorage, name);
          if (open.current) onDone(() => resetForm({ values }));
          return;
        }
        sending.current = false;
        const isShown = Object.keys(result.fields).length > 0 || result.summary !== undefined;
        // When the session has ended, sign-in takes over.
        if (result.error?.status !== 401) {
          if (!open.current) notifyFailure(result, failed, reopen);
          else if (failed !== undefined && !isShown) notify(common.error, { lines: [failed], severity: 'destructive' });
        }
        if (open.current) setStatus(toSubmitErrors(result, values));
      }}
    >
      {({ isSubmitting, values, status, setValues }) => {
        const errors: SubmitErrors | undefined = status;
        const { children } = props;
        const alerts = (
          <>
            {restored.current !== null && !isSubmitting && errors === undefined && (
              <DraftRestoredAlert
                initialValues={initialValues}
                onStartOver={() => {
                  restored.current = null;
                }}
              />
            )}
            {errors?.message != null && (
              <Alert role="alert" severity="error" variant="outlined" icon={false} sx={{ overflowWrap: 'anywhere' }}>
                {errors.message}
              </Alert>
            )}
          </>
        );
        const fields = typeof children === 'function' ? children(values, isSubmitting) : children;
        return (
          <Form noValidate>
            {layout(
              <>
                {alerts}
                {fields}
              </>,
              {
                values,
                isSubmitting,
                isChanged: !isEqualJson(values, initialValues),
                setValues: (next) => void setValues(next, false),
              },
            )}
            <ValuesObserver values={values} onChange={keep} />
            <FocusFirstError />
            {isOpenAt !== undefined && (
              <UnsavedChangesGuard
                unsaved={() => !sending.current && hasInput(current.current)}
                stays={isOpenAt}
                onDiscard={() => deleteDraft(sessionStorage, name)}
              />
            )}
          </Form>
        );
      }}
    </Formik>
  );
}

function ValuesObserver<V>({ values, onChange }: { values: V; onChange: (values: V) => void }) {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => latest.current(values), [values]);
  return null;
}
