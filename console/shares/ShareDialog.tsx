/** Makes or edits a share: a read-only page of one client's links for everyone with its address. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFormikContext } from 'formik';
import { useRef, useState } from 'react';
import { dayOf, latestDay } from '../../command-service/contract/schema/days.ts';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { useClient } from '../links/client-queries.ts';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { type SubmitResult, toFailure } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { DialogForm } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { ExpiryField, PasswordField } from './AccessFields.tsx';
import { ClientPicker } from './ClientPicker.tsx';
import { CreatedShare, type ShareResult } from './CreatedShare.tsx';
import { format, formatScope, formatShared, messages, SHOWS_CHOICES } from './messages.ts';
import { editShare } from './queries.ts';
import {
  addressesIn,
  bodyOf,
  changesOf,
  EVERYTHING,
  hasInput,
  initialShare,
  PERSONAL,
  type ShareValues,
  validate,
  valuesOf,
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

interface ShareDialogProps {
  /** The client whose links are shared; default: chosen in the dialog. */
  readonly clientDomain?: string;
  /** The share to edit; default: a new one. */
  readonly share?: ShareAnswer;
}

/** Open while the address has `?dialog=share`, or the dialog's name for the share. */
export function ShareDialog({ clientDomain = '', share }: ShareDialogProps) {
  const { data: client } = useClient(clientDomain);
  const [result, setResult] = useState<ShareResult | null>(null);
  const hasResult = useRef(false);
  // The form keeps the share as it was opened, so that no newer version slips in unseen.
  const [had] = useState(share);
  const isNew = had === undefined;
  // An issue keeps the name and the list of its report.
  const isReport = typeof had?.reportId === 'string';
  const name = isNew ? 'share' : editShare(had);
  const overlay = useFormOverlay('dialog', name);
  const initialValues: ShareValues = isNew ? { ...initialShare, clientDomain } : valuesOf(had);

  const save = async (values: ShareValues) => {
    if (isNew) return send('POST', '/api/shared-links', { body: bodyOf(values, Date.now()) });
    const { id, revision, url } = had;
    const body = changesOf(values, initialValues, Date.now());
    return { ...(await send('PATCH', '/api/shared-links/:id', { params: { id }, body, revision })), url };
  };
  const submit = async (values: ShareValues): Promise<SubmitResult> => {
    try {
      const saved = await save(values);
      const { notMailed, mailDelayed, mailUnconfirmed } = saved;
      const unsent = [...addressesIn(initialValues.emails), ...notMailed, ...mailDelayed, ...mailUnconfirmed];
      const mailed = addressesIn(values.emails).filter((address) => !unsent.includes(address));
      hasResult.current = isNew || mailed.length + notMailed.length + mailDelayed.length + mailUnconfirmed.length > 0;
      if (hasResult.current) setResult({ share: saved, withPassword: values.protect, mailed });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [address] = wrongAddresses(values.emails, error.fields);
      const { asOf: day, expiresAt: end } = error.fields;
      return toFailure(error, {
        ...error.fields,
        ...(day === undefined ? {} : { day }),
        ...(end === undefined ? {} : { end }),
        ...(address === undefined ? {} : { emails: address }),
      });
    }
    notify(isNew ? messages.generated : messages.edited);
    void revalidateLists(['shares']);
    return { done: true };
  };

  return (
    <OverlayDialog
      title={result !== null ? messages.ready : isNew ? messages.title : messages.editTitle}
      maxWidth="xs"
      onClose={overlay.onClose}
    >
      {result === null ? (
        <DialogForm<ShareValues>
          initialValues={initialValues}
          draft={isNew ? `share:${clientDomain}` : `${name}-${had.revision}`}
          neverDraft={['password']}
          hasInput={(values) => hasInput(values, initialValues)}
          submitLabel={
            isNew
              ? { idle: messages.generate, pending: messages.generating }
              : { idle: messages.save, pending: messages.saving }
          }
          failed={isNew ? messages.generateFailed : messages.editFailed}
          {...overlay}
          validate={(values) => validate(values, latestDay(new Date()), initialValues)}
          submit={submit}
          // The dialog stays open and shows the address of a new share, and who got mail.
          onDone={() => hasResult.current || overlay.onClose()}
        >
          {isNew && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {messages.hint}
            </Typography>
          )}
          {isNew && clientDomain === '' ? (
            <ClientPicker />
          ) : (
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {isReport ? had.name : (had?.clientName ?? client?.name ?? clientDomain)}
            </Typography>
          )}
          {!isReport && <TextField name="name" label={messages.name} hint={messages.nameHint} />}
          {(isNew || (had.isAuthor && !isReport)) && <ScopeField />}
          {isNew && <DayField />}
          <PasswordField had={had?.hasPassword ?? false} />
          <TextField
            name="emails"
            label={isNew ? messages.emails : messages.recipients}
            hint={isNew ? messages.emailsHint : messages.recipientsHint}
            inputMode="email"
            rows={1}
          />
          <ExpiryField />
        </DialogForm>
      ) : (
        <CreatedShare {...result} onDone={overlay.onClose} />
      )}
    </OverlayDialog>
  );
}
