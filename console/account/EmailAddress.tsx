/** The email address of the account, and the dialog that changes it. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { loginSchema } from '../../command-service/model/identity/commands.ts';
import { useFormOverlay, useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { useReauthentication } from '../session/use-reauthentication.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import type { SubmitResult } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { MailIcon } from '../ui/layout/icons.tsx';
import { SECTION_ROW, Section } from '../ui/layout/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { format, messages } from './messages.ts';
import { useProfile } from './queries.ts';

const DIALOG = 'change-email';

interface Values {
  readonly email: string;
}

function validate({ email }: Values, current: string) {
  const errors = fieldErrors(() => parse(loginSchema, { email: email.trim() }));
  const isSame = email.trim().toLowerCase() === current.toLowerCase();
  return isSame && current !== '' ? { email: messages.sameEmail } : errors;
}

function ChangeEmail({ current }: { current: string }) {
  const overlay = useFormOverlay('dialog', DIALOG);
  const reauth = useReauthentication(`/settings?dialog=${DIALOG}#account`);

  const submit = async ({ email }: Values): Promise<SubmitResult> => {
    const done = await reauth.run(async () => {
      await send('PATCH', '/api/user/profile', { body: { email: email.trim() } });
      notify(messages.confirmSent, { lines: [format('confirmHint', { email: email.trim() })] });
    });
    return done ? { done } : { done, message: null, fields: {}, summary: messages.changeEmailFailed };
  };

  return (
    <FormDialog<Values>
      title={messages.changeEmail}
      maxWidth="xs"
      initialValues={{ email: '' }}
      draft="email"
      submitLabel={{ idle: messages.sendConfirm, pending: messages.sending }}
      failed={messages.changeEmailFailed}
      {...overlay}
      validate={(values) => validate(values, current)}
      submit={submit}
    >
      <TextField
        name="email"
        label={messages.newEmail}
        hint={messages.newEmailHint}
        type="email"
        autoComplete="email"
        required
        autoFocus
      />
      {reauth.notice}
    </FormDialog>
  );
}

export function EmailAddress() {
  const profile = useProfile();
  const { params, open } = useOverlay();
  return (
    <Section
      title={messages.emailAddress}
      hint={messages.emailAddressHint}
      action={<Button onClick={() => open('dialog', DIALOG)}>{messages.changeEmail}</Button>}
    >
      <QueryState query={profile} failed={messages.fetchFailed} rows={1}>
        {({ email }) => (
          <Box sx={SECTION_ROW}>
            <MailIcon aria-hidden sx={{ color: 'text.secondary' }} />
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{email || messages.noEmail}</Typography>
            {params.get('dialog') === DIALOG && <ChangeEmail current={email} />}
          </Box>
        )}
      </QueryState>
    </Section>
  );
}
