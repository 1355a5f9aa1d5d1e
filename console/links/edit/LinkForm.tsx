/** The fields of Add and Edit Backlink, and what both dialogs have in common. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Form, Formik } from 'formik';
import { useEffect, useRef } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { withScheme } from '../../platform/format/urls.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { DraftRestoredAlert } from '../../ui/forms/DraftRestoredAlert.tsx';
import { DraftSaver } from '../../ui/forms/DraftSaver.tsx';
import { deleteDraft, readDraft } from '../../ui/forms/drafts.ts';
import { FocusFirstError } from '../../ui/forms/FocusFirstError.tsx';
import { SelectField } from '../../ui/forms/SelectField.tsx';
import type { SubmitErrors, SubmitResult } from '../../ui/forms/submit-result.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { UnsavedChangesGuard } from '../../ui/forms/UnsavedChangesGuard.tsx';
import { messages } from '../messages.ts';
import { TagsField } from '../tags/TagsField.tsx';
import { UNITS } from './duration.ts';
import { type LinkFormValues, toFieldErrors, validate } from './link-form-values.ts';
import { TeamFields } from './TeamFields.tsx';

interface LinkFormProps {
  readonly fresh: LinkFormValues;
  /** Where the draft is kept. */
  readonly draft: string;
  readonly submitWords: { readonly idle: string; readonly busy: string };
  readonly permanent?: boolean;
  /** The link as it is: names the team and the person it has, also where the one signed in sees neither. */
  readonly link?: LinkAnswer;
  readonly stays: (params: URLSearchParams) => boolean;
  readonly submit: (values: LinkFormValues) => Promise<SubmitResult>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** The submit failed; `late` when the dialog was closed before. Not called when the session ended. */
  readonly onFailure?: (failure: Extract<SubmitResult, { done: false }>, late: boolean) => void;
  /** The dialog may be closed while the submit goes on. */
  readonly leavable: boolean;
}

export function LinkForm(props: LinkFormProps) {
  const {
    fresh,
    draft,
    submitWords,
    permanent = false,
    link,
    stays,
    submit,
    onDone,
    onCancel,
    onFailure,
    leavable,
  } = props;
  const user = useCurrentUser();
  const name = `${user.id}:${draft}`;
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

  const unsaved = () =>
    !sending.current && Object.keys(fresh).some((key) => Reflect.get(fresh, key) !== Reflect.get(current.current, key));
  const units = [...UNITS, ...(permanent ? [messages.permanent] : [])].map((unit) => ({ value: unit, label: unit }));

  return (
    <Formik<LinkFormValues>
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
        else if (outcome.signedOut !== true) onFailure?.(outcome, !open.current);
        if (!open.current) return;
        if (outcome.done) {
          onDone();
          return;
        }
        sending.current = false;
        const fields = toFieldErrors(outcome.fields);
        const message = Object.keys(fields).length === 0 ? outcome.message : null;
        setStatus({ message, fields, sent: values } satisfies SubmitErrors);
      }}
    >
      {({ isSubmitting, values, status, setFieldValue }) => {
        const refusal = status as SubmitErrors | undefined;
        return (
          <Form noValidate>
            {isSubmitting && (
              <LinearProgress aria-hidden sx={{ height: 2, position: 'absolute', top: 0, left: 0, right: 0 }} />
            )}
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
                <TextField
                  name="articleLink"
                  label={messages.articleLink}
                  hint={messages.articleHint}
                  placeholder="https://blog.example/article"
                  inputMode="url"
                  required
                  autoFocus
                  disabled={isSubmitting}
                  normalize={withScheme}
                />
                <TextField
                  name="clientLink"
                  label={messages.clientLink}
                  hint={messages.clientHint}
                  placeholder="https://client.example/page"
                  inputMode="url"
                  required
                  disabled={isSubmitting}
                  normalize={withScheme}
                />
                <Box
                  sx={{
                    display: 'flex',
                    alignItems: 'flex-start',
                    gap: 1,
                  }}
                >
                  {values.unit !== messages.permanent && (
                    <TextField
                      name="amount"
                      label={messages.duration}
                      inputMode="numeric"
                      required
                      disabled={isSubmitting}
                      sx={{ flex: '1 1 50%' }}
                    />
                  )}
                  <SelectField
                    name="unit"
                    label={messages.unit}
                    choices={units}
                    disabled={isSubmitting}
                    sx={{ flex: '1 1 50%' }}
                  />
                </Box>
                <TeamFields {...(link === undefined ? {} : { link })} />
                <TextField name="pocEmail" label={messages.pocEmail} inputMode="email" disabled={isSubmitting} />
                <TagsField teamId={values.teamId} disabled={isSubmitting} />
                <TextField name="remarks" label={messages.remarks} rows={2} disabled={isSubmitting} />
              </Box>
            </DialogContent>
            <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
              <Box role="status" aria-live="polite" sx={{ flex: 1, minWidth: isSubmitting && leavable ? 200 : 0 }}>
                {isSubmitting && leavable && (
                  <>
                    <Typography variant="body2" sx={{ fontWeight: 600 }}>
                      {messages.checkingTitle}
                    </Typography>
                    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                      {messages.checkingHint}
                    </Typography>
                  </>
                )}
              </Box>
              <Button onClick={onCancel} disabled={isSubmitting && !leavable}>
                {isSubmitting ? messages.close : messages.cancel}
              </Button>
              <Button
                type="submit"
                variant="contained"
                color="primary"
                disabled={isSubmitting}
                startIcon={
                  isSubmitting ? <CircularProgress size={14} thickness={5} color="inherit" aria-hidden /> : undefined
                }
                onClick={() => {
                  // Enter does not leave the field: mend the addresses before they are judged.
                  void setFieldValue('articleLink', withScheme(values.articleLink), false);
                  void setFieldValue('clientLink', withScheme(values.clientLink), false);
                }}
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
