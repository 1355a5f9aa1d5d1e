/** Create API token: what it is for, what it may do, how far it reaches and when it ends; then the token, once. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Form, Formik } from 'formik';
import { useRef, useState } from 'react';
import { mutate } from 'swr';
import { TOKEN_ACCESSES } from '../../command-service/events.ts';
import type { CreatedTokenAnswer } from '../../query-service/contract/answers/tokens.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { useUser } from '../session/current-user.ts';
import { useSignedInLately } from '../session/Reauthentication.tsx';
import { useTeams } from '../teams/queries.ts';
import { KeepDraft } from '../ui/forms/DraftSaver.tsx';
import { dropDraft, readDraft } from '../ui/forms/drafts.ts';
import { FocusFirstError } from '../ui/forms/FocusFirstError.tsx';
import { Choice } from '../ui/forms/SelectField.tsx';
import { type Refusal, refusalOf } from '../ui/forms/submit-result.ts';
import { Field } from '../ui/forms/TextField.tsx';
import { ConfirmDiscard } from '../ui/forms/UnsavedChangesGuard.tsx';
import { NewToken } from './CreatedToken.tsx';
import { ACCESS_WORDS, EXPIRY_CHOICES, words } from './messages.ts';
import { TOKENS } from './queries.ts';
import { bodyOf, EVERYTHING, FRESH_TOKEN, type TokenValues, validate } from './token-form.ts';

const ACCESS_CHOICES = TOKEN_ACCESSES.map((value) => ({ value, label: ACCESS_WORDS[value] }));

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
  const { close } = useOverlay();
  const teams = useTeams() ?? [];
  const user = useUser();
  const draft = `${user.id}:token`;
  const [initial] = useState(() => readDraft(sessionStorage, draft, FRESH_TOKEN) ?? FRESH_TOKEN);
  const changed = useRef(false);
  const lately = useSignedInLately('/settings?dialog=token#account');
  const reach = [
    { value: EVERYTHING, label: words.everything },
    ...teams.map(({ id, name }) => ({ value: id, label: name })),
  ];

  return (
    <Formik<TokenValues>
      initialValues={initial}
      validate={validate}
      onSubmit={async (values, { setStatus }) => {
        setStatus(undefined);
        try {
          await lately.attempt(async () => {
            const { token } = await send<CreatedTokenAnswer>('POST', TOKENS, { body: bodyOf(values, Date.now()) });
            dropDraft(sessionStorage, draft);
            changed.current = false;
            onCreated(token);
            await mutate(TOKENS);
          });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          setStatus(refusalOf(error, values));
        }
      }}
    >
      {({ isSubmitting, status, values }) => {
        changed.current = JSON.stringify(values) !== JSON.stringify(FRESH_TOKEN);
        const refusal = status as Refusal | undefined;
        return (
          <Form noValidate>
            <DialogContent sx={{ display: 'grid', gap: 2 }}>
              {refusal?.message != null && (
                <Alert role="alert" severity="error" variant="outlined" icon={false}>
                  {refusal.message}
                </Alert>
              )}
              <Field name="name" label={words.name} hint={words.nameHint} required autoFocus />
              <Choice name="access" label={words.access} choices={ACCESS_CHOICES} />
              <Choice name="reach" label={words.reach} choices={withChosen(reach, values.reach)} />
              <Choice name="expires" label={words.expiry} choices={EXPIRY_CHOICES} />
              {lately.notice}
            </DialogContent>
            <DialogActions>
              <Button disabled={isSubmitting} onClick={() => close('dialog')}>
                {words.cancel}
              </Button>
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting}>
                {isSubmitting ? words.creating : words.create}
              </Button>
            </DialogActions>
            <KeepDraft name={draft} fresh={FRESH_TOKEN} />
            <FocusFirstError />
            <ConfirmDiscard
              unsaved={() => changed.current && !isSubmitting}
              stays={(params) => params.get('dialog') === 'token'}
              onDiscard={() => dropDraft(sessionStorage, draft)}
            />
          </Form>
        );
      }}
    </Formik>
  );
}

interface Reach {
  readonly value: string;
  readonly label: string;
}

/** The team of a draft is chosen before the teams are known. */
function withChosen(choices: readonly Reach[], chosen: string): readonly Reach[] {
  return choices.some(({ value }) => value === chosen) ? choices : [...choices, { value: chosen, label: '…' }];
}

/** Stands open while the address says `?dialog=token`. A token that is shown is closed by its button alone. */
export function TokenDialog() {
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
      <DialogTitle id="token-title">{token === null ? words.title : words.created}</DialogTitle>
      {token === null ? <TokenForm onCreated={setToken} /> : <NewToken token={token} onDone={() => close('dialog')} />}
    </Dialog>
  );
}
