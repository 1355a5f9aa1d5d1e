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
import { PERMISSIONS } from '../../../command-service/events.ts';
import type { InvitedAnswer } from '../../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { refresh } from '../../platform/live/use-live-updates.ts';
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/drafts.ts';
import { FocusFirstError } from '../../ui/forms/FocusFirstError.tsx';
import { Choice } from '../../ui/forms/SelectField.tsx';
import type { Refusal } from '../../ui/forms/submit-result.ts';
import { Field } from '../../ui/forms/TextField.tsx';
import { ConfirmDiscard } from '../../ui/forms/UnsavedChangesGuard.tsx';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import { SMALL_SCREEN } from '../../ui/theme/theme.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { PERMISSION_HINTS, PERMISSION_WORDS, words } from '../messages.ts';
import { refusalOf, teamPath, useTeam } from '../queries.ts';
import {
  blankRow,
  bodyOf,
  canSend,
  flatten,
  type InviteValues,
  isBlank,
  resultInWords,
  validate,
} from './invite-form.ts';

const PERMISSION_CHOICES = PERMISSIONS.map((value) => ({ value, label: PERMISSION_WORDS[value] }));

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
          <Field
            name={`invitations.${index}.name`}
            label={words.name}
            autoFocus={index === rows.length - 1}
            disabled={isSubmitting}
            sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, ...(index === 0 ? {} : COLUMN_HEAD) }}
          />
          <Field
            name={`invitations.${index}.email`}
            label={words.email}
            inputMode="email"
            disabled={isSubmitting}
            sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, ...(index === 0 ? {} : COLUMN_HEAD) }}
          />
          <Choice
            name={`invitations.${index}.permission`}
            label={words.permission}
            choices={PERMISSION_CHOICES}
            disabled={isSubmitting}
            sx={index === 0 ? {} : COLUMN_HEAD}
          />
          <IconButton
            aria-label={`${words.removeRow} ${index + 1}`}
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
        {words.addAnother}
      </Button>
    </>
  );
}

/** Rows are no flat texts: they are kept as one. */
function KeepRows({ name }: { name: string }) {
  const { values } = useFormikContext<InviteValues>();
  useEffect(() => {
    const written = values.invitations.some((row) => !isBlank(row));
    keepDraft(sessionStorage, name, { rows: written ? JSON.stringify(values) : '' }, { rows: '' });
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

  const submit = async (values: InviteValues): Promise<Refusal | null> => {
    try {
      const answer = await send<InvitedAnswer>('POST', `${teamPath(teamId)}/invite`, { body: bodyOf(values) });
      const { title, lines, whole } = resultInWords(answer);
      notify(title, { lines, ...(whole ? {} : { tone: 'destructive' as const }) });
      void refresh(['teams']);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = flatten(values);
      const beside = Object.keys(error.fields).some((field) => Object.hasOwn(fields, field));
      if (!beside && error.status !== 401) notify(words.error, { lines: [words.sendFailed], tone: 'destructive' });
      return { message: beside ? null : error.message || words.tryLater, fields: error.fields, sent: fields };
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
          dropDraft(sessionStorage, draft);
          leave();
          return;
        }
        sending.current = false;
        setStatus(refusal);
      }}
    >
      {({ isSubmitting, values, status }) => {
        const refusal = status as Refusal | undefined;
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
                      {PERMISSION_WORDS[permission]}
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
                {words.skip}
              </Button>
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting || !canSend(values)}>
                {isSubmitting ? words.sending : words.send}
              </Button>
            </DialogActions>
            <KeepRows name={draft} />
            <FocusFirstError />
            <ConfirmDiscard
              unsaved={() => !sending.current && current.current.invitations.some((row) => !isBlank(row))}
              stays={(params) => params.get('invite') === teamId}
              onDiscard={() => dropDraft(sessionStorage, draft)}
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
  const refusal = team === undefined ? null : refusalOf('InviteMember', team);
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="md" fullScreen={small} aria-labelledby="invite-title">
      <DialogTitle id="invite-title">
        {words.inviteTitle}
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {team !== undefined && <bdi>{team.name}. </bdi>}
          {words.inviteHint}
        </Typography>
      </DialogTitle>
      {error === undefined && refusal === null ? (
        <InviteForm teamId={teamId} leave={leave} />
      ) : (
        <>
          <DialogContent>
            <Alert severity="error" variant="outlined" icon={false}>
              {refusal ?? (error?.status === 404 ? `${words.notThere}. ${words.notThereHint}` : error?.message)}
            </Alert>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{words.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
