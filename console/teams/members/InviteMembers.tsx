/** The Invite Team Member dialog: several people at once, each with what they may do. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Form, Formik, useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { MAX_INVITATIONS } from '../../../command-service/commands/team.ts';
import { PERMISSIONS } from '../../../command-service/events/team.ts';
import type { InvitedAnswer } from '../../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { denialReason } from '../../session/permissions.ts';
import { deleteDraft, readDraft, saveDraft } from '../../ui/forms/drafts.ts';
import { FocusFirstError } from '../../ui/forms/FocusFirstError.tsx';
import { SelectField } from '../../ui/forms/SelectField.tsx';
import type { SubmitErrors } from '../../ui/forms/submit-result.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { UnsavedChangesGuard } from '../../ui/forms/UnsavedChangesGuard.tsx';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages, PERMISSION_HINTS, PERMISSION_LABELS } from '../messages.ts';
import { teamUrl, useTeam } from '../queries.ts';
import {
  blankRow,
  bodyOf,
  canSend,
  flatten,
  formatInviteResult,
  type InviteValues,
  isBlank,
  validate,
} from './invite-form.ts';

const PERMISSION_CHOICES = PERMISSIONS.map((value) => ({ value, label: PERMISSION_LABELS[value] }));

/** Seen by screen readers only, once the first row has shown what the columns hold. */
const COLUMN_HEAD = {
  '& label': { md: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', m: 0 } },
} as const;

function Rows() {
  const { values, setFieldValue, isSubmitting } = useFormikContext<InviteValues>();
  const last = useRef(Math.max(...values.invitations.map(({ key }) => key)));
  const rows = values.invitations;
  const add = () => {
    last.current += 1;
    void setFieldValue('invitations', [...rows, blankRow(last.current)]);
  };
  return (
    <>
      {rows.map(({ key }, index) => (
        <Box
          key={key}
          role="group"
          aria-label={`${index + 1}`}
          sx={{
            display: 'grid',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr) auto',
              md: 'minmax(0, 4fr) minmax(0, 5fr) 104px auto',
            },
            alignItems: 'start',
            columnGap: 1,
            rowGap: 1.5,
            ...(index === 0
              ? {}
              : { borderTop: { xs: '1px solid var(--mui-palette-divider)', md: 0 }, pt: { xs: 2, md: 0 } }),
          }}
        >
          <TextField
            name={`invitations.${index}.name`}
            label={messages.name}
            autoFocus={index === rows.length - 1}
            disabled={isSubmitting}
            sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, ...(index === 0 ? {} : COLUMN_HEAD) }}
          />
          <TextField
            name={`invitations.${index}.email`}
            label={messages.email}
            inputMode="email"
            disabled={isSubmitting}
            sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, ...(index === 0 ? {} : COLUMN_HEAD) }}
          />
          <SelectField
            name={`invitations.${index}.permission`}
            label={messages.permission}
            choices={PERMISSION_CHOICES}
            disabled={isSubmitting}
            sx={index === 0 ? {} : COLUMN_HEAD}
          />
          <IconButton
            aria-label={`${messages.removeRow} ${index + 1}`}
            disabled={isSubmitting || rows.length === 1}
            onClick={() => void setFieldValue('invitations', rows.toSpliced(index, 1))}
            sx={{ mt: index === 0 ? '25px' : { xs: '25px', md: '2px' } }}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <Button
        variant="text"
        startIcon={<PlusIcon />}
        disabled={isSubmitting || rows.length >= MAX_INVITATIONS}
        onClick={add}
        sx={{ justifySelf: 'start', ml: -1 }}
      >
        {messages.addAnother}
      </Button>
    </>
  );
}

/** Rows are no flat texts: they are kept as one. */
function KeepRows({ name }: { name: string }) {
  const { values } = useFormikContext<InviteValues>();
  useEffect(() => {
    const written = values.invitations.some((row) => !isBlank(row));
    saveDraft(sessionStorage, name, { rows: written ? JSON.stringify(values) : '' }, { rows: '' });
  }, [name, values]);
  return null;
}

function keptRows(name: string): InviteValues {
  const { rows } = readDraft(sessionStorage, name, { rows: '' }) ?? { rows: '' };
  return rows === '' ? { invitations: [blankRow(1)] } : (JSON.parse(rows) as InviteValues);
}

function InviteForm({ teamId, leave }: { teamId: string; leave: () => void }) {
  const draft = `invite-${teamId}`;
  const [initial] = useState(() => keptRows(draft));
  const current = useRef(initial);
  const sending = useRef(false);

  const submit = async (values: InviteValues): Promise<SubmitErrors | null> => {
    try {
      const answer = await send<InvitedAnswer>('POST', `${teamUrl(teamId)}/invite`, { body: bodyOf(values) });
      const { title, lines, whole } = formatInviteResult(answer);
      notify(title, { lines, ...(whole ? {} : { severity: 'destructive' as const }) });
      void revalidateLists(['teams']);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = flatten(values);
      const beside = Object.keys(error.fields).some((field) => Object.hasOwn(fields, field));
      if (!beside && error.status !== 401)
        notify(messages.error, { lines: [messages.sendFailed], severity: 'destructive' });
      return { message: beside ? null : error.message || messages.tryLater, fields: error.fields, sent: values };
    }
  };

  return (
    <Formik<InviteValues>
      initialValues={initial}
      validate={(values) => {
        current.current = values;
        return validate(values);
      }}
      onSubmit={async (values, { setStatus }) => {
        sending.current = true;
        setStatus(undefined);
        const refusal = await submit(values);
        if (refusal === null) {
          deleteDraft(sessionStorage, draft);
          leave();
          return;
        }
        sending.current = false;
        setStatus(refusal);
      }}
    >
      {({ isSubmitting, values, status }) => {
        const refusal = status as SubmitErrors | undefined;
        return (
          <Form noValidate>
            <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 2, md: 1 } }}>
              {refusal?.message != null && (
                <Alert role="alert" severity="error" variant="outlined" icon={false} sx={{ mb: 1 }}>
                  {refusal.message}
                </Alert>
              )}
              <Rows />
              <Box
                component="dl"
                sx={{
                  m: 0,
                  mt: 1,
                  display: 'grid',
                  gridTemplateColumns: 'auto minmax(0, 1fr)',
                  columnGap: 1.5,
                  fontSize: '0.75rem',
                  lineHeight: 1.6,
                  color: 'text.secondary',
                }}
              >
                {PERMISSIONS.map((permission) => (
                  <Box key={permission} sx={{ display: 'contents' }}>
                    <Box component="dt" sx={{ fontWeight: 600 }}>
                      {PERMISSION_LABELS[permission]}
                    </Box>
                    <Box component="dd" sx={{ m: 0 }}>
                      {PERMISSION_HINTS[permission]}
                    </Box>
                  </Box>
                ))}
              </Box>
            </DialogContent>
            <DialogActions>
              <Button onClick={leave} disabled={isSubmitting}>
                {messages.skip}
              </Button>
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting || !canSend(values)}>
                {isSubmitting ? messages.sending : messages.send}
              </Button>
            </DialogActions>
            <KeepRows name={draft} />
            <FocusFirstError />
            <UnsavedChangesGuard
              unsaved={() => !sending.current && current.current.invitations.some((row) => !isBlank(row))}
              stays={(params) => params.get('invite') === teamId}
              onDiscard={() => deleteDraft(sessionStorage, draft)}
            />
          </Form>
        );
      }}
    </Formik>
  );
}

export function InviteMembers({ teamId }: { teamId: string }) {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { data: team, error } = useTeam(teamId);
  const leave = () => close('invite');
  const refusal = team === undefined ? null : denialReason('InviteMember', team);
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="md" fullScreen={small} aria-labelledby="invite-title">
      <DialogTitle id="invite-title">
        {messages.inviteTitle}
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {team !== undefined && <bdi>{team.name}. </bdi>}
          {messages.inviteHint}
        </Typography>
      </DialogTitle>
      {error === undefined && refusal === null ? (
        <InviteForm teamId={teamId} leave={leave} />
      ) : (
        <>
          <DialogContent>
            <Alert severity="error" variant="outlined" icon={false}>
              {refusal ?? (error?.status === 404 ? `${messages.notThere}. ${messages.notThereHint}` : error?.message)}
            </Alert>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{messages.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
