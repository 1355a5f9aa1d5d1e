/** The Share This Data dialog: makes a read-only page of one client's links for everyone with its address. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { dayOf, latestDay } from '../../command-service/contract/schema/days.ts';
import type { CreatedShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { useClient } from '../links/client-queries.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { type SubmitResult, toFailure } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { DialogForm } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { ClientPicker } from './ClientPicker.tsx';
import { CreatedShare } from './CreatedShare.tsx';
import { EXPIRY_CHOICES, format, formatScope, formatShared, messages, SHOWS_CHOICES } from './messages.ts';
import {
  addressesIn,
  bodyOf,
  EVERYTHING,
  hasInput,
  initialShare,
  PERSONAL,
  type ShareValues,
  validate,
  wrongAddresses,
} from './share-form.ts';

/** How many of the client's links are shared, and a choice of lists if there are several. */
function ScopeField() {
  const { values } = useFormikContext<ShareValues>();
  const { data } = useClient(values.clientDomain);
  if (data === undefined) return null;
  const scopes = data.scopes.filter(({ mayShare }) => mayShare);
  if (scopes.length === 0) {
    return (
      <Alert severity="warning" variant="outlined" icon={false}>
        {messages.mayNotShare}
      </Alert>
    );
  }
  const sum = (of: typeof scopes) => of.reduce((links, { total }) => links + total, 0);
  const chosen = scopes.filter(({ teamId }) => values.scope === EVERYTHING || (teamId ?? PERSONAL) === values.scope);
  const withheld = data.total - sum(scopes);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {scopes.length > 1 && (
        <SelectField
          name="scope"
          label={messages.whose}
          choices={[
            { value: EVERYTHING, label: formatScope(messages.everything, sum(scopes)) },
            ...scopes.map(({ teamId, teamName, total }) => ({
              value: teamId ?? PERSONAL,
              label: formatScope(teamId === null ? messages.mine : (teamName ?? teamId), total),
            })),
          ]}
        />
      )}
      <Box role="status" sx={{ fontSize: '0.8125rem' }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {formatShared(sum(chosen), data.total)}
        </Box>
        {withheld > 0 && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            {format('withheld', { count: withheld })}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The page shows the present, or one day for good. */
function DayField() {
  const { values } = useFormikContext<ShareValues>();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <SelectField name="shows" label={messages.shows} choices={SHOWS_CHOICES} />
      {values.shows !== '' && (
        <TextField
          name="day"
          label={messages.day}
          hint={messages.dayHint}
          type="date"
          max={dayOf(new Date())}
          required
          autoFocus
        />
      )}
    </Box>
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

interface ShareCreation {
  readonly share: CreatedShareAnswer;
  readonly withPassword: boolean;
  readonly mailed: readonly string[];
}

interface CreateShareProps {
  /** The client whose links are shared; default: chosen in the dialog. */
  readonly clientDomain?: string;
}

/** Open while the address has `?dialog=share`. */
export function CreateShare({ clientDomain = '' }: CreateShareProps) {
  const { open, close } = useOverlay();
  const { data: client } = useClient(clientDomain);
  const [created, setCreated] = useState<ShareCreation | null>(null);
  const leave = () => close('dialog');
  const initialValues: ShareValues = { ...initialShare, clientDomain };

  const submit = async (values: ShareValues): Promise<SubmitResult> => {
    try {
      const body = bodyOf(values, Date.now());
      const share = await send('POST', '/api/shared-links', { body });
      const mailed = addressesIn(values.emails).filter(
        (address) => ![...share.notMailed, ...share.mailDelayed, ...share.mailUnconfirmed].includes(address),
      );
      setCreated({ share, withPassword: values.protect !== '', mailed });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [address] = wrongAddresses(values.emails, error.fields);
      const { asOf: day } = error.fields;
      return toFailure(error, {
        ...error.fields,
        ...(day === undefined ? {} : { day }),
        ...(address === undefined ? {} : { emails: address }),
      });
    }
    notify(messages.generated);
    void revalidateLists(['shares']);
    return { done: true };
  };

  return (
    <OverlayDialog title={created === null ? messages.title : messages.generated} maxWidth="xs" onClose={leave}>
      {created === null ? (
        <DialogForm<ShareValues>
          initialValues={initialValues}
          draft={`share:${clientDomain}`}
          neverDraft={['password']}
          hasInput={(values) => hasInput(values, initialValues)}
          submitLabel={{ idle: messages.generate, pending: messages.generating }}
          failed={messages.generateFailed}
          isOpenAt={(params) => params.get('dialog') === 'share'}
          validate={(values) => validate(values, latestDay(new Date()))}
          submit={submit}
          onClose={leave}
          // The dialog stays open and shows the new share.
          onDone={() => undefined}
          reopen={() => open('dialog', 'share')}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {messages.hint}
          </Typography>
          {clientDomain === '' ? (
            <ClientPicker />
          ) : (
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{client?.name ?? clientDomain}</Typography>
          )}
          <TextField name="name" label={messages.name} hint={messages.nameHint} />
          <ScopeField />
          <DayField />
          <PasswordField />
          <TextField name="emails" label={messages.emails} hint={messages.emailsHint} inputMode="email" rows={1} />
          <SelectField name="expires" label={messages.expiry} choices={EXPIRY_CHOICES} />
        </DialogForm>
      ) : (
        <CreatedShare {...created} onDone={leave} />
      )}
    </OverlayDialog>
  );
}
