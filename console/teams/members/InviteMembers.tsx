/** The Invite Team Member dialog: several people at once, each with what they may do. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Form, Formik, useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { PERMISSIONS } from '../../../command-service/events/team.ts';
import type { InvitedAnswer } from '../../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { denialReason } from '../../session/permissions.ts';
import { deleteDraft, readDraft, saveDraft } from '../../ui/forms/drafts.ts';
import { FocusFirstError } from '../../ui/forms/FocusFirstError.tsx';
import type { SubmitErrors } from '../../ui/forms/submit-result.ts';
import { UnsavedChangesGuard } from '../../ui/forms/UnsavedChangesGuard.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages, PERMISSION_LABELS } from '../messages.ts';
import { teamUrl, useTeam } from '../queries.ts';
import { InvitationFields } from './InvitationFields.tsx';
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
import { messages as memberMessages, PERMISSION_HINTS } from './messages.ts';

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
        notify(messages.error, { lines: [memberMessages.sendFailed], severity: 'destructive' });
      return { message: beside ? null : error.message || memberMessages.tryLater, fields: error.fields, sent: values };
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
              <InvitationFields />
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
                {memberMessages.skip}
              </Button>
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting || !canSend(values)}>
                {isSubmitting ? memberMessages.sending : memberMessages.send}
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
        {memberMessages.inviteTitle}
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {team !== undefined && <bdi>{team.name}. </bdi>}
          {memberMessages.inviteHint}
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
