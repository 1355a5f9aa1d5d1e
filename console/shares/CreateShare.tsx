/** The Share This Data dialog: makes a page of one client's links, open to anyone who has its address. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { Form, Formik, useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { CreatedShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { useClient } from '../clients/queries.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { deleteDraft, readDraft, saveDraft } from '../ui/forms/drafts.ts';
import { FocusFirstError } from '../ui/forms/FocusFirstError.tsx';
import { SelectField } from '../ui/forms/SelectField.tsx';
import { type SubmitErrors, toSubmitErrors } from '../ui/forms/submit-result.ts';
import { TextField } from '../ui/forms/TextField.tsx';
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { ClientPicker } from './ClientPicker.tsx';
import { CreatedShare } from './CreatedShare.tsx';
import { EXPIRY_CHOICES, formatLinks, messages } from './messages.ts';
import { bodyOf, initialShare, PERSONAL, type ShareValues, validate, wrongAddresses } from './share-form.ts';

/** Where the client's links are: asked only where there is a choice. */
function ScopeField() {
  const { values, setFieldValue } = useFormikContext<ShareValues>();
  const { data } = useClient(values.clientDomain);
  const places = data?.scopes.filter(({ mayShare }) => mayShare) ?? [];
  const [first] = places;
  const known = places.some(({ teamId }) => (teamId ?? PERSONAL) === values.scope);

  useEffect(() => {
    if (first !== undefined && !known) void setFieldValue('scope', first.teamId ?? PERSONAL);
  }, [first, known, setFieldValue]);

  if (data !== undefined && first === undefined) {
    return (
      <Alert severity="warning" variant="outlined" icon={false}>
        {messages.mayNotShare}
      </Alert>
    );
  }
  if (places.length < 2 || !known) return null;
  return (
    <SelectField
      name="scope"
      label={messages.whose}
      choices={places.map(({ teamId, teamName, total }) => ({
        value: teamId ?? PERSONAL,
        label: `${teamId === null ? messages.mine : (teamName ?? teamId)} (${formatLinks(total)})`,
      }))}
    />
  );
}

function PasswordField() {
  const { values, setFieldValue } = useFormikContext<ShareValues>();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FormControlLabel
        label={messages.protect}
        sx={{ ml: -0.5, mr: 'auto' }}
        control={
          <Checkbox
            size="small"
            sx={{ p: 0.5, mr: 0.5 }}
            checked={values.protect !== ''}
            onChange={(_, on) => void setFieldValue('protect', on ? 'yes' : '')}
          />
        }
      />
      {values.protect !== '' && (
        <TextField name="password" label={messages.password} hint={messages.passwordHint} required autoFocus />
      )}
    </Box>
  );
}

/** Keeps what is typed, but for the password: that is kept nowhere. */
function KeepAllButPassword({ name, fresh }: { name: string; fresh: ShareValues }) {
  const { values } = useFormikContext<ShareValues>();
  useEffect(() => saveDraft(sessionStorage, name, { ...values, password: '' }, fresh), [name, values, fresh]);
  return null;
}

interface ShareFormProps {
  readonly fresh: ShareValues;
  /** The client is given, not chosen. */
  readonly given: boolean;
  readonly onCreated: (share: CreatedShareAnswer, withPassword: boolean) => void;
}

function ShareForm({ fresh, given, onCreated }: ShareFormProps) {
  const { close } = useOverlay();
  const user = useCurrentUser();
  const draft = `${user.id}:share:${fresh.clientDomain}`;
  const [initial] = useState(() => readDraft(sessionStorage, draft, fresh) ?? fresh);
  const changed = useRef(false);

  return (
    <Formik<ShareValues>
      initialValues={initial}
      validate={validate}
      onSubmit={async (values, { setStatus }) => {
        setStatus(undefined);
        try {
          const share = await send<CreatedShareAnswer>('POST', '/api/shared-links', {
            body: bodyOf(values, Date.now()),
          });
          deleteDraft(sessionStorage, draft);
          changed.current = false;
          notify(messages.generated);
          void revalidateLists(['shares']);
          onCreated(share, values.protect !== '');
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const [address] = wrongAddresses(values.emails, error.fields);
          const fields = { ...error.fields, ...(address === undefined ? {} : { emails: address }) };
          setStatus({ ...toSubmitErrors(error, values), fields });
          if (error.status !== 401) notify(messages.generateFailed, { severity: 'destructive' });
        }
      }}
    >
      {({ isSubmitting, status, values }) => {
        changed.current = Object.entries(values).some(
          ([name, value]) => name !== 'scope' && value !== fresh[name as keyof ShareValues],
        );
        const refusal = status as SubmitErrors | undefined;
        return (
          <Form noValidate>
            <DialogContent sx={{ display: 'grid', gap: 2 }}>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {messages.hint}
              </Typography>
              {refusal?.message != null && (
                <Alert role="alert" severity="error" variant="outlined" icon={false}>
                  {refusal.message}
                </Alert>
              )}
              {given ? (
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{fresh.clientDomain}</Typography>
              ) : (
                <ClientPicker />
              )}
              <ScopeField />
              <PasswordField />
              <TextField name="emails" label={messages.emails} hint={messages.emailsHint} inputMode="email" rows={1} />
              <SelectField name="expires" label={messages.expiry} choices={EXPIRY_CHOICES} />
            </DialogContent>
            <DialogActions>
              <Button disabled={isSubmitting} onClick={() => close('dialog')}>
                {messages.cancel}
              </Button>
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting}>
                {isSubmitting ? messages.generating : messages.generate}
              </Button>
            </DialogActions>
            <KeepAllButPassword name={draft} fresh={fresh} />
            <FocusFirstError />
            <UnsavedChangesGuard
              unsaved={() => changed.current && !isSubmitting}
              stays={(params) => params.get('dialog') === 'share'}
              onDiscard={() => deleteDraft(sessionStorage, draft)}
            />
          </Form>
        );
      }}
    </Formik>
  );
}

interface ShareDialogProps {
  /** Whose links are shared; without it the client is chosen in the dialog. */
  readonly clientDomain?: string;
  /** Where the client's links are looked at: the place that is proposed. */
  readonly teamId?: string | null;
}

/** Stands open while the address says `?dialog=share`. */
export function CreateShare({ clientDomain = '', teamId = null }: ShareDialogProps) {
  const { close } = useOverlay();
  const [fresh] = useState<ShareValues>({ ...initialShare, clientDomain, scope: teamId ?? PERSONAL });
  const [made, setMade] = useState<{ share: CreatedShareAnswer; withPassword: boolean } | null>(null);
  return (
    <Dialog open onClose={() => close('dialog')} fullWidth maxWidth="xs" aria-labelledby="share-title">
      <DialogTitle id="share-title">{made === null ? messages.title : messages.generated}</DialogTitle>
      {made === null ? (
        <ShareForm
          fresh={fresh}
          given={clientDomain !== ''}
          onCreated={(share, withPassword) => setMade({ share, withPassword })}
        />
      ) : (
        <CreatedShare {...made} onDone={() => close('dialog')} />
      )}
    </Dialog>
  );
}
