/**
 * The dialog of every bulk action: its fields, the server's count of links, and why other links are left out. Nothing
 * runs before that count was shown.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useRef, useState } from 'react';
import type { BulkAction, BulkCountAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import type { TermsTemplateAnswer } from '../../../query-service/contract/answers/links.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { ApiError, newKey } from '../../platform/api/client.ts';
import { formatLinks } from '../../platform/format/counts.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';
import { promptUpgrade } from '../../status-checks/upgrade-prompt.ts';
import { UnsavedChangesGuard } from '../../ui/forms/UnsavedChangesGuard.tsx';
import { messages as common } from '../../ui/messages.ts';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { DeviationPreview } from '../terms/DeviationPreview.tsx';
import { termsValues } from '../terms/terms-values.ts';
import { AssignFields, EditFields, type FieldsProps, MoveFields, Note, TagFields } from './BulkFields.tsx';
import { BulkMoney, MovedRemarks } from './BulkMoney.tsx';
import { BulkTerms } from './BulkTerms.tsx';
import { teamToUpgrade } from './bulk-access.ts';
import { type BulkValues, EMPTY_VALUES, operationOf } from './bulk-form.ts';
import { type BulkTarget, dialogOf } from './bulk-operation.ts';
import { format, formatDo, messages, TITLES } from './messages.ts';
import { startJob } from './run-job.ts';
import { useDryRun } from './use-dry-run.ts';

const FIELDS: Readonly<Record<BulkAction, (props: FieldsProps) => React.ReactNode>> = {
  edit: (props) => <EditFields {...props} />,
  assign: (props) => <AssignFields {...props} />,
  move: (props) => <MoveFields {...props} />,
  tag: (props) => <TagFields {...props} />,
  terms: (props) => <BulkTerms {...props} />,
  money: (props) => <BulkMoney {...props} />,
  remarks: () => <Note>{messages.remarksNote}</Note>,
  recheck: () => <Note>{messages.recheckNote}</Note>,
  trash: () => <Note>{messages.trashNote}</Note>,
};

/** A template has the terms already. */
const applied = () => <Note>{messages.applyNote}</Note>;

function initialValues(template: BulkDialogProps['template']): BulkValues {
  if (template === undefined) return EMPTY_VALUES;
  return { ...EMPTY_VALUES, templateId: template.id, terms: termsValues(template.terms) };
}

/** The number of affected links; before it is counted, the number of selected links. */
function Count({ selected, counting, count }: { selected: string; counting: boolean; count?: BulkCountAnswer }) {
  return (
    <Box role="status" aria-busy={counting} sx={{ pt: 1.5, borderTop: 1, borderColor: 'divider', minHeight: 36 }}>
      {counting && count === undefined ? (
        <Skeleton width="50%" aria-label={messages.counting} />
      ) : (
        <Typography sx={{ fontWeight: 500, opacity: counting ? 0.5 : 1 }}>
          {count === undefined
            ? selected
            : count.allowed === 0
              ? messages.nobody
              : count.allowed === count.total
                ? formatLinks(count.allowed)
                : format('allowedOf', { allowed: count.allowed, total: count.total })}
        </Typography>
      )}
      {count?.deviations !== undefined && count.allowed > 0 && (
        <DeviationPreview preview={count.deviations} total={count.allowed} />
      )}
      {count?.remarks !== undefined && <MovedRemarks {...count.remarks} total={count.total} />}
      {count !== undefined && count.refused.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
          {count.refused.map(({ message, count: links }) => (
            <Box component="li" key={message} sx={{ overflowWrap: 'anywhere' }}>
              {format('refused', { count: links, why: translateServerText(message) })}
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly target: BulkTarget;
  /** The number of selected links as text. */
  readonly selected: string;
  readonly scopes: ReadonlySet<string | null> | null;
  readonly teams: readonly TeamAnswer[];
  /** Its terms are given to the links, as they are. */
  readonly template?: Pick<TermsTemplateAnswer, 'id' | 'name' | 'terms'>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function BulkDialog({ action, target, selected, scopes, teams, template, onDone, onClose }: BulkDialogProps) {
  const id = useId();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const [values, setValues] = useState(() => initialValues(template));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  // One key for each operation: another press after a lost answer does not run it twice.
  const key = useRef({ of: '', key: '' });
  const sent = useRef(false);
  const mounted = useRef(false);
  const operation = operationOf(action, values);
  const { count, last, error, again } = useDryRun(target, operation);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const cooldown = error?.code === 'cooldown';
  useEffect(() => {
    if (!cooldown) return;
    sent.current = true;
    // The upgrade dialog replaces this one.
    promptUpgrade(teamToUpgrade(scopes, teams));
  }, [cooldown, scopes, teams]);

  // A press during a recount runs the action only if the number of links stays the same.
  const pressed = useRef<number | null>(null);
  const press = () => {
    if (busy || operation === null || last === undefined) return;
    if (count !== undefined) void submit();
    else pressed.current = last.allowed;
  };
  useEffect(() => {
    if (count === undefined && error === undefined) return;
    const meant = pressed.current === count?.allowed;
    pressed.current = null;
    if (meant) void submit();
  });

  const submit = async () => {
    if (operation === null || count === undefined || count.allowed === 0 || busy) return;
    const of = JSON.stringify({ ...target, ...operation, expected: count.total });
    if (key.current.of !== of) key.current = { of, key: newKey() };
    setBusy(true);
    setProblem(null);
    try {
      await startJob(target, operation, count.total, key.current.key);
      sent.current = true;
      if (mounted.current) onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.code === 'cooldown') {
        sent.current = true;
        promptUpgrade(teamToUpgrade(scopes, teams));
      } else {
        setProblem(failure);
        if (failure.code === 'changed') again();
      }
    } finally {
      if (mounted.current) setBusy(false);
    }
  };
  const change = (some: Partial<BulkValues>) => {
    setProblem(null);
    setValues((before) => ({ ...before, ...some }));
  };
  const wrong = problem ?? error ?? null;
  const fields = fieldsOf(wrong);
  const waiting = operation !== null && count === undefined && error === undefined;
  const ready = last !== undefined && last.allowed > 0 && error === undefined;

  return (
    <Dialog
      open
      onClose={() => busy || onClose()}
      fullWidth
      maxWidth={action === 'terms' || action === 'remarks' ? 'sm' : 'xs'}
      fullScreen={small && (action === 'edit' || action === 'tag' || action === 'terms')}
      aria-labelledby={id}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          press();
        }}
      >
        <DialogTitle id={id}>
          {template ? format('applyTemplate', { name: template.name }) : TITLES[action]}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {(template ? applied : FIELDS[action])({ values, change, scopes, teams, problems: fields, disabled: busy })}
          <Count selected={selected} counting={waiting} {...(last === undefined ? {} : { count: last })} />
          {wrong !== null && Object.keys(fields).length === 0 && !cooldown && (
            <Alert
              role="alert"
              severity="error"
              variant="outlined"
              icon={false}
              sx={{ overflowWrap: 'anywhere' }}
              action={
                wrong === error && (
                  <Button size="small" onClick={again}>
                    {common.retry}
                  </Button>
                )
              }
            >
              {wrong.code === 'changed' ? messages.changedMeanwhile : wrong.message}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={busy} autoFocus={action === 'trash' || action === 'recheck'} onClick={onClose}>
            {template ? messages.notNow : common.cancel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={action === 'trash' ? 'error' : 'primary'}
            disabled={busy || !ready}
            startIcon={busy ? <CircularProgress size={14} thickness={5} color="inherit" aria-hidden /> : undefined}
          >
            {busy ? messages.starting : formatDo(action, ready ? last.allowed : null)}
          </Button>
        </DialogActions>
      </form>
      <UnsavedChangesGuard
        unsaved={() => template === undefined && values !== EMPTY_VALUES && !sent.current}
        stays={(params) => params.get('dialog') === dialogOf(action)}
        onDiscard={() => undefined}
      />
    </Dialog>
  );
}

/** Errors by the field names of this dialog: the API names 'change.duration'. */
function fieldsOf(problem: ApiError | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(problem?.fields ?? {}).map(([name, message]) => [name.replace(/^change\./, ''), message]),
  );
}
