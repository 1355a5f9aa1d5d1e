/** The form of the dialogs that FormDialog replaces. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { Form, Formik } from 'formik';
import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../messages.ts';
import { DraftRestoredAlert } from './DraftRestoredAlert.tsx';
import { DraftSaver } from './DraftSaver.tsx';
import { deleteDraft, readDraft, useDraftName } from './drafts.ts';
import { FocusFirstError } from './FocusFirstError.tsx';
import type { SubmitErrors, SubmitResult } from './submit-result.ts';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';

export type Values = Readonly<Record<string, string>>;
export type Problems = Readonly<Record<string, string>>;
export type Failure = Extract<SubmitResult, { done: false }>;

interface DraftFormProps<V extends Values> {
  readonly fresh: V;
  /** Where the draft is kept. */
  readonly draft: string;
  readonly submitWords: { readonly idle: string; readonly busy: string };
  /** Said while it is sent, where that takes long. */
  readonly busyNote?: { readonly title: string; readonly hint: string };
  readonly validate: (values: V) => Problems;
  /** The form is still open at these search parameters. */
  readonly stays: (params: URLSearchParams) => boolean;
  readonly submit: (values: V) => Promise<SubmitResult>;
  /** It was done, and the form is still open. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** `late`: the dialog was closed before. Not called when the session ended. */
  readonly onFailure: (failure: Failure, late: boolean) => void;
  /** The fields; two columns, each field over both unless it says otherwise. */
  readonly children: (values: V, busy: boolean) => ReactNode;
}

export function DraftForm<V extends Values>(props: DraftFormProps<V>) {
  const { fresh, draft, submitWords, busyNote, validate, stays, submit, onDone, onCancel, onFailure, children } = props;
  const name = useDraftName(draft);
  const restored = useRef(readDraft(sessionStorage, name, fresh));
  const initial = restored.current ?? fresh;
  const current = useRef(initial);
  const sending = useRef(false);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const unsaved = () => !sending.current && Object.keys(fresh).some((key) => fresh[key] !== current.current[key]);

  return (
    <Formik<V>
      initialValues={initial}
      validate={(values) => {
        current.current = values;
        return validate(values);
      }}
      onSubmit={async (values, { setStatus }) => {
        current.current = values;
        sending.current = true;
        setStatus(undefined);
        const outcome = await submit(values);
        if (outcome.done) deleteDraft(sessionStorage, name);
        else if (outcome.signedOut !== true) onFailure(outcome, !open.current);
        if (!open.current) return;
        if (outcome.done) {
          onDone();
          return;
        }
        sending.current = false;
        const fields = Object.fromEntries(
          Object.entries(outcome.fields).filter(([field]) => Object.hasOwn(values, field)),
        );
        const message = Object.keys(fields).length === 0 ? outcome.message : null;
        setStatus({ message, fields, sent: values } satisfies SubmitErrors);
      }}
    >
      {({ isSubmitting, values, status }) => {
        const refusal = status as SubmitErrors | undefined;
        return (
          <Form noValidate>
            <DialogContent>
              <Box
                component="fieldset"
                disabled={isSubmitting}
                sx={{
                  border: 0,
                  m: 0,
                  p: 0,
                  minWidth: 0,
                  display: 'grid',
                  gap: 2,
                  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
                  '& > *': { gridColumn: '1 / -1' },
                }}
              >
                {restored.current !== null && !isSubmitting && status === undefined && (
                  <DraftRestoredAlert
                    initialValues={fresh}
                    onStartOver={() => {
                      restored.current = null;
                      current.current = fresh;
                    }}
                  />
                )}
                {refusal?.message != null && (
                  <Alert
                    role="alert"
                    severity="error"
                    variant="outlined"
                    icon={false}
                    sx={{ overflowWrap: 'anywhere' }}
                  >
                    {refusal.message}
                  </Alert>
                )}
                {children(values, isSubmitting)}
              </Box>
            </DialogContent>
            <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
              {busyNote !== undefined && (
                <Box role="status" aria-live="polite" sx={{ flex: 1, minWidth: isSubmitting ? 200 : 0 }}>
                  {isSubmitting && (
                    <>
                      <Typography variant="body2" sx={{ fontWeight: 600 }}>
                        {busyNote.title}
                      </Typography>
                      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                        {busyNote.hint}
                      </Typography>
                    </>
                  )}
                </Box>
              )}
              <Button onClick={onCancel}>{isSubmitting ? messages.close : messages.cancel}</Button>
              <Button
                type="submit"
                variant="contained"
                color="primary"
                disabled={isSubmitting}
                startIcon={
                  isSubmitting ? <CircularProgress size={14} thickness={5} color="inherit" aria-hidden /> : undefined
                }
              >
                {isSubmitting ? submitWords.busy : submitWords.idle}
              </Button>
            </DialogActions>
            <DraftSaver name={name} fresh={fresh} />
            <FocusFirstError />
            <UnsavedChangesGuard unsaved={unsaved} stays={stays} onDiscard={() => deleteDraft(sessionStorage, name)} />
          </Form>
        );
      }}
    </Formik>
  );
}
