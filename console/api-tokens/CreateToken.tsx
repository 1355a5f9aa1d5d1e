/** The Create API token dialog. Shows the new token once. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useField } from 'formik';
import { useState } from 'react';
import { mutate } from 'swr';
import { TOKEN_ACCESSES } from '../../command-service/model/token/events.ts';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { useTeams } from '../session/my-teams.ts';
import { useReauthentication } from '../session/use-reauthentication.tsx';
import { SelectField } from '../ui/fields/SelectField.tsx';
import type { SubmitResult } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { ShownOnce } from '../ui/forms/ShownOnce.tsx';
import { ACCESS_LABELS, EXPIRY_CHOICES, element, messages } from './messages.ts';
import { TOKENS_URL } from './queries.ts';
import { ALL_SCOPES, bodyOf, initialToken, type TokenValues, validate } from './token-form.ts';

const ACCESS_CHOICES = TOKEN_ACCESSES.map((value) => ({ value, label: ACCESS_LABELS[value] }));

interface ScopeChoice {
  readonly value: string;
  readonly label: string;
}

function MoneyTick() {
  const [{ value }, , { setValue }] = useField<boolean>('money');
  return (
    <Box>
      <FormControlLabel
        control={<Checkbox checked={value ?? false} onChange={(_, on) => void setValue(on)} />}
        label={messages.money}
      />
      <FormHelperText>{messages.moneyHint}</FormHelperText>
    </Box>
  );
}

/** A restored draft names its team before the teams are loaded. */
function withChosen(choices: readonly ScopeChoice[], chosen: string): readonly ScopeChoice[] {
  return choices.some(({ value }) => value === chosen) ? choices : [...choices, { value: chosen, label: '…' }];
}

/** Open while the address has `?dialog=token`. Only its button closes a dialog that shows a token. */
export function CreateToken() {
  const overlay = useFormOverlay('dialog', 'token');
  const teams = useTeams() ?? [];
  const reauth = useReauthentication('/settings?dialog=token#account');
  const [token, setToken] = useState<string | null>(null);
  const scopes = [
    { value: ALL_SCOPES, label: messages.everything },
    ...teams.map(({ id, name }) => ({ value: id, label: name })),
  ];

  const submit = async (values: TokenValues): Promise<SubmitResult> => {
    const done = await reauth.run(async () => {
      const body = bodyOf(values, Date.now());
      setToken((await send('POST', '/api/tokens', { body })).token);
      await mutate(TOKENS_URL);
    });
    return done ? { done } : { done, message: null, fields: {}, summary: messages.signInFirst };
  };

  if (token !== null) {
    return (
      <ShownOnce
        title={messages.created}
        intro={messages.shownOnce}
        label={messages.token}
        value={token}
        usage={element('usage', { header: <code>Authorization: Bearer ll_…</code> })}
        onDone={overlay.onClose}
      />
    );
  }
  return (
    <FormDialog<TokenValues>
      title={messages.title}
      maxWidth="xs"
      initialValues={initialToken}
      draft="token"
      submitLabel={{ idle: messages.create, pending: messages.creating }}
      {...overlay}
      validate={validate}
      submit={submit}
      // The dialog stays open and shows the new token.
      onDone={() => undefined}
    >
      {({ scope }) => (
        <>
          <TextField name="name" label={messages.name} hint={messages.nameHint} required autoFocus />
          <SelectField name="access" label={messages.access} choices={ACCESS_CHOICES} />
          <SelectField name="scope" label={messages.scope} choices={withChosen(scopes, scope)} />
          <MoneyTick />
          <SelectField name="expires" label={messages.expiry} choices={EXPIRY_CHOICES} />
          {reauth.notice}
        </>
      )}
    </FormDialog>
  );
}
