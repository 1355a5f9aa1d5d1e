/** The profile form: Photo, First Name, Last Name, Email (read-only), Company. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Form, Formik } from 'formik';
import { useMemo, useRef } from 'react';
import { mutate } from 'swr';
import { InputError, parse } from '../../command-service/commands/schema/parse.ts';
import { profileSchema } from '../../command-service/commands/user.ts';
import type { ProfileAnswer } from '../../query-service/contract/answers/account.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { USER_KEY, useCurrentUser } from '../session/current-user.ts';
import { DraftRestoredAlert } from '../ui/forms/DraftRestoredAlert.tsx';
import { DraftSaver } from '../ui/forms/DraftSaver.tsx';
import { deleteDraft, readDraft } from '../ui/forms/drafts.ts';
import { FocusFirstError } from '../ui/forms/FocusFirstError.tsx';
import { type SubmitErrors, toSubmitErrors } from '../ui/forms/submit-result.ts';
import { TextField } from '../ui/forms/TextField.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { ProfilePhoto } from './ProfilePhoto.tsx';
import { ReadOnlyEmail } from './ReadOnlyEmail.tsx';

type Values = { firstName: string; lastName: string; company: string };

function validate(values: Values): Partial<Values> {
  try {
    parse(profileSchema, values);
    return {};
  } catch (error) {
    if (error instanceof InputError) return error.fields;
    throw error;
  }
}

export function ProfileForm({ profile }: { profile: ProfileAnswer }) {
  const user = useCurrentUser();
  const draft = `${user.id}:profile`;
  const { firstName, lastName, company } = profile;
  const saved = useMemo(() => ({ firstName, lastName, company }), [firstName, lastName, company]);
  const restored = useRef(readDraft(sessionStorage, draft, saved));

  const save = async (values: Values) => {
    const answer = await send<ProfileAnswer>('PATCH', '/api/user/profile', { body: parse(profileSchema, values) });
    deleteDraft(sessionStorage, draft);
    restored.current = null;
    await Promise.all([mutate('/api/user/profile', answer, { revalidate: false }), mutate(USER_KEY)]);
    notify(messages.updated);
  };

  return (
    <Formik<Values>
      initialValues={restored.current ?? saved}
      validate={validate}
      onSubmit={async (values, { resetForm, setStatus }) => {
        try {
          setStatus(undefined);
          await save(values);
          resetForm({ values });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          setStatus(toSubmitErrors(error, values));
          if (error.status !== 401) notify(messages.updateFailed, { severity: 'destructive' });
        }
      }}
    >
      {({ isSubmitting, status, values }) => {
        const refusal = status as SubmitErrors | undefined;
        const changed =
          values.firstName !== saved.firstName ||
          values.lastName !== saved.lastName ||
          values.company !== saved.company;
        return (
          <Form noValidate>
            <Box sx={{ px: { xs: 2, md: 3 }, pb: 3, display: 'grid', gap: 2 }}>
              <Box sx={{ mb: 1 }}>
                <ProfilePhoto />
              </Box>
              {restored.current !== null && (
                <DraftRestoredAlert initialValues={saved} onStartOver={() => (restored.current = null)} />
              )}
              {refusal?.message != null && (
                <Alert role="alert" severity="error" variant="outlined" icon={false}>
                  {refusal.message}
                </Alert>
              )}
              <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
                <TextField name="firstName" label={messages.firstName} autoComplete="given-name" />
                <TextField name="lastName" label={messages.lastName} autoComplete="family-name" />
              </Box>
              <ReadOnlyEmail email={profile.email} />
              <TextField name="company" label={messages.company} autoComplete="organization" />
            </Box>
            <Box
              sx={{
                display: 'flex',
                justifyContent: 'flex-end',
                px: { xs: 2, md: 3 },
                py: 2,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting || !changed}>
                {isSubmitting ? messages.saving : messages.save}
              </Button>
            </Box>
            <DraftSaver name={draft} fresh={saved} />
            <FocusFirstError />
          </Form>
        );
      }}
    </Formik>
  );
}
