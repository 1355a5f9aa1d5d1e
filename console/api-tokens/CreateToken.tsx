/** Create API token: what it is for, what it may do, how far it scopees and when it ends; then the token, once. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Form, Formik } from 'formik';
import { useRef, useState } from 'react';
import { mutate } from 'swr';
import { TOKEN_ACCESSES } from '../../command-service/events/token.ts';
import type { CreatedTokenAnswer } from '../../query-service/contract/answers/tokens.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { useReauthentication } from '../session/Reauthentication.tsx';
import { DraftSaver } from '../ui/forms/DraftSaver.tsx';
import { deleteDraft, readDraft } from '../ui/forms/drafts.ts';
import { FocusFirstError } from '../ui/forms/FocusFirstError.tsx';
import { SelectField } from '../ui/forms/SelectField.tsx';
import { type SubmitErrors, toSubmitErrors } from '../ui/forms/submit-result.ts';
import { TextField } from '../ui/forms/TextField.tsx';
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx';
import { CreatedToken } from './CreatedToken.tsx';
import { ACCESS_LABELS, EXPIRY_CHOICES, messages } from './messages.ts';
import { TOKENS_URL } from './queries.ts';
import { ALL_SCOPES, bodyOf, initialToken, type TokenValues, validate } from './token-form.ts';

const ACCESS_CHOICES = TOKEN_ACCESSES.map((value) => ({ value, label: ACCESS_LABELS[value] }));

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
  const { close } = useOverlay();
  const teams = useTeams() ?? [];
  const user = useCurrentUser();
  const draft = `${user.id}:token`;
  const [initial] = useState(() => readDraft(sessionStorage, draft, initialToken) ?? initialToken);
  const changed = useRef(false);
  const lately = useReauthentication('/settings?dialog=token#account');
  const scopes = [
    { value: ALL_SCOPES, label: messages.everything },
    ...teams.map(({ id, name }) => ({ value: id, label: name })),
  ];

  return (
    <Formik<TokenValues>
      initialValues={initial}
      validate={validate}
      onSubmit={async (values, { setStatus }) => {
        setStatus(undefined);
        try {
          await lately.run(async () => {
            const { token } = await send<CreatedTokenAnswer>('POST', TOKENS_URL, { body: bodyOf(values, Date.now()) });
            deleteDraft(sessionStorage, draft);
            changed.current = false;
            onCreated(token);
            await mutate(TOKENS_URL);
          });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          setStatus(toSubmitErrors(error, values));
        }
      }}
    >
      {({ isSubmitting, status, values }) => {
        changed.current = JSON.stringify(values) !== JSON.stringify(initialToken);
        const refusal = status as SubmitErrors | undefined;
        return (
          <Form noValidate>
            <DialogContent sx={{ display: 'grid', gap: 2 }}>
              {refusal?.message != null && (
                <Alert role="alert" severity="error" variant="outlined" icon={false}>
                  {refusal.message}
                </Alert>
              )}
              <TextField name="name" label={messages.name} hint={messages.nameHint} required autoFocus />
              <SelectField name="access" label={messages.access} choices={ACCESS_CHOICES} />
              <SelectField name="scope" label={messages.scope} choices={withChosen(scopes, values.scope)} />
              <SelectField name="expires" label={messages.expiry} choices={EXPIRY_CHOICES} />
              {lately.notice}
            </DialogContent>
            <DialogActions>
              <Button disabled={isSubmitting} onClick={() => close('dialog')}>
                {messages.cancel}
              </Button>
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting}>
                {isSubmitting ? messages.creating : messages.create}
              </Button>
            </DialogActions>
            <DraftSaver name={draft} fresh={initialToken} />
            <FocusFirstError />
            <UnsavedChangesGuard
              unsaved={() => changed.current && !isSubmitting}
              stays={(params) => params.get('dialog') === 'token'}
              onDiscard={() => deleteDraft(sessionStorage, draft)}
            />
          </Form>
        );
      }}
    </Formik>
  );
}

interface ScopeChoice {
  readonly value: string;
  readonly label: string;
}

/** The team of a draft is chosen before the teams are known. */
function withChosen(choices: readonly ScopeChoice[], chosen: string): readonly ScopeChoice[] {
  return choices.some(({ value }) => value === chosen) ? choices : [...choices, { value: chosen, label: '…' }];
}

/** Stands open while the address says `?dialog=token`. A token that is shown is closed by its button alone. */
export function CreateToken() {
  const { close } = useOverlay();
  const [token, setToken] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={() => token === null && close('dialog')}
      fullWidth
      maxWidth="xs"
      aria-labelledby="token-title"
    >
      <DialogTitle id="token-title">{token === null ? messages.title : messages.created}</DialogTitle>
      {token === null ? (
        <TokenForm onCreated={setToken} />
      ) : (
        <CreatedToken token={token} onDone={() => close('dialog')} />
      )}
    </Dialog>
  );
}
