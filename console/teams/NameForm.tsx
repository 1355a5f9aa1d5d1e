/** The one field of a team's own: its name, asked for when it is created and when it is renamed. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { Form, Formik } from 'formik';
import { useRef } from 'react';
import type { AnyObject, ObjectSchema } from 'yup';
import { InputError, parse } from '../../command-service/commands/schema/parse.ts';
import { ApiError } from '../platform/api/client.ts';
import { DraftSaver } from '../ui/forms/DraftSaver.tsx';
import { deleteDraft, readDraft } from '../ui/forms/drafts.ts';
import { FocusFirstError } from '../ui/forms/FocusFirstError.tsx';
import type { SubmitErrors } from '../ui/forms/submit-result.ts';
import { TextField } from '../ui/forms/TextField.tsx';
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

type Values = { readonly name: string };

interface NameFormProps {
  readonly schema: ObjectSchema<AnyObject>;
  /** What it is called so far. */
  readonly name: string;
  /** Where the draft is kept. */
  readonly draft: string;
  readonly hint?: string;
  readonly submitWords: { readonly idle: string; readonly busy: string };
  /** What a toast says when it failed. */
  readonly failed: string;
  readonly stays: (params: URLSearchParams) => boolean;
  readonly onCancel: () => void;
  /** Does it; answers where to go from there. @throws ApiError */
  readonly submit: (name: string) => Promise<() => void>;
}

export function NameForm(props: NameFormProps) {
  const { schema, name, draft, hint, submitWords, failed, stays, onCancel, submit } = props;
  const fresh = { name };
  const restored = useRef(readDraft(sessionStorage, draft, fresh));
  const current = useRef<Values>(restored.current ?? fresh);
  const sending = useRef(false);
  return (
    <Formik<Values>
      initialValues={restored.current ?? fresh}
      validate={(values) => {
        current.current = values;
        try {
          parse(schema, values);
          return {};
        } catch (error) {
          if (error instanceof InputError) return error.fields;
          throw error;
        }
      }}
      onSubmit={async (values, { setStatus }) => {
        sending.current = true;
        setStatus(undefined);
        try {
          const goOn = await submit(values.name.trim());
          deleteDraft(sessionStorage, draft);
          goOn();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          sending.current = false;
          const message = error.fields.name === undefined ? error.message : null;
          setStatus({ message, fields: error.fields, sent: values } satisfies SubmitErrors);
          if (error.status !== 401) notify(messages.error, { lines: [failed], severity: 'destructive' });
        }
      }}
    >
      {({ isSubmitting, status }) => {
        const refusal = status as SubmitErrors | undefined;
        return (
          <Form noValidate>
            <DialogContent sx={{ display: 'grid', gap: 2 }}>
              {refusal?.message != null && (
                <Alert role="alert" severity="error" variant="outlined" icon={false}>
                  {refusal.message}
                </Alert>
              )}
              <TextField
                name="name"
                label={messages.teamName}
                required
                autoFocus
                disabled={isSubmitting}
                {...(hint === undefined ? {} : { hint })}
              />
            </DialogContent>
            <DialogActions>
              <Button onClick={onCancel} disabled={isSubmitting}>
                {messages.cancel}
              </Button>
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting}>
                {isSubmitting ? submitWords.busy : submitWords.idle}
              </Button>
            </DialogActions>
            <DraftSaver name={draft} fresh={fresh} />
            <FocusFirstError />
            <UnsavedChangesGuard
              unsaved={() => !sending.current && current.current.name !== name}
              stays={stays}
              onDiscard={() => deleteDraft(sessionStorage, draft)}
            />
          </Form>
        );
      }}
    </Formik>
  );
}
