/** Chooses the days of an evidence pack, and downloads it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, download } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/browser/save-file.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { format, messages } from './messages.ts';

/** What the pack is about, as the API names it. */
export type RequestedSubject =
  | { readonly linkId: string }
  | { readonly client: string }
  | { readonly campaignId: string };

const DAY_MS = 24 * 60 * 60 * 1000;
/** The number of days to propose if there is no first day. */
const PROPOSED_DAYS = 90;

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly max: string;
  readonly autoFocus?: boolean;
  readonly onChange: (day: string) => void;
}

function DayField({ label, value, max, autoFocus = false, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <Box sx={{ flex: '1 1 160px' }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', mb: 0.5, fontSize: '0.8125rem', fontWeight: 500 }}>
        {label}
      </Box>
      <OutlinedInput
        type="date"
        id={id}
        fullWidth
        required
        autoFocus={autoFocus}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ input: { max } }}
      />
    </Box>
  );
}

interface EvidencePackDialogProps {
  readonly subject: RequestedSubject;
  readonly since?: string;
}

export function EvidencePackDialog({ subject, since }: EvidencePackDialogProps) {
  const { close } = useOverlay();
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const [from, setFrom] = useState(since ?? new Date(now - PROPOSED_DAYS * DAY_MS).toISOString().slice(0, 10));
  const [to, setTo] = useState(today);
  const [notes, setNotes] = useState(false);
  const [terms, setTerms] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = useRef(false);
  const leave = () => close('dialog');
  const isReversed = from > to;

  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const submit = async () => {
    if (busy || isReversed) return;
    setBusy(true);
    setProblem(null);
    try {
      const { blob, name, total } = await download('/api/evidence-packs', {
        body: { ...subject, from, to, notes, terms },
      });
      saveFile(blob, name ?? 'evidence.zip');
      notify(messages.saved, {
        lines: [...(total === null ? [] : [format('events', { count: total })]), ...(name === null ? [] : [name])],
      });
      if (open.current) leave();
    } catch (error) {
      const why = error instanceof ApiError ? error.message : messages.failed;
      if (open.current) setProblem(why);
      else notify(messages.failed, { lines: [why], severity: 'destructive' });
    } finally {
      if (open.current) setBusy(false);
    }
  };
  return (
    <OverlayDialog title={messages.title} maxWidth="xs" onClose={leave}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {messages.what}
          </Typography>
          <div>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <DayField label={messages.from} value={from} max={today} autoFocus onChange={setFrom} />
              <DayField label={messages.to} value={to} max={today} onChange={setTo} />
            </Box>
            <FormHelperText error={isReversed} role={isReversed ? 'alert' : undefined}>
              {isReversed ? messages.reversed : messages.days}
            </FormHelperText>
          </div>
          <div>
            <FormControlLabel
              label={messages.notes}
              control={<Checkbox size="small" checked={notes} onChange={(_, on) => setNotes(on)} />}
            />
            <FormHelperText>{messages.notesHint}</FormHelperText>
            <FormControlLabel
              label={messages.terms}
              control={<Checkbox size="small" checked={terms} onChange={(_, on) => setTerms(on)} />}
            />
            <FormHelperText>{messages.termsHint}</FormHelperText>
          </div>
          <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {messages.contents}
          </Typography>
          {problem !== null && (
            <Alert severity="error" variant="outlined" icon={false}>
              {problem}
            </Alert>
          )}
          {busy && (
            <Box role="status">
              <LinearProgress aria-label={messages.making} />
              <FormHelperText>{messages.making}</FormHelperText>
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={leave}>{common.cancel}</Button>
          <Button variant="contained" color="primary" type="submit" {...disabledProps(busy || isReversed)}>
            {messages.download}
          </Button>
        </DialogActions>
      </form>
    </OverlayDialog>
  );
}
