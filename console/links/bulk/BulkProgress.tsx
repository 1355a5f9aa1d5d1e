/** The progress of a job, and its failures until they are dismissed. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { BulkAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';
import { AlertIcon, CloseIcon } from '../../ui/layout/icons.tsx';
import { removeJob } from './job-store.ts';
import { format, formatDoing, formatDone, messages } from './messages.ts';
import { undoJob } from './run-job.ts';

function Failures({ batch }: { batch: BulkAnswer }) {
  const { open } = useOverlay();
  return (
    <Box
      component="ul"
      aria-label={messages.failures}
      // A keyboard can only scroll what it can focus.
      tabIndex={0}
      sx={{ m: 0, mt: 1, p: 0, maxHeight: 200, overflow: 'auto', listStyle: 'none', fontSize: '0.8125rem' }}
    >
      {batch.failures.map(({ linkId, message }) => (
        <Box
          component="li"
          key={linkId}
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 1,
            py: 0.25,
            borderTop: 1,
            borderColor: 'divider',
            overflowWrap: 'anywhere',
          }}
        >
          {translateServerText(message)}
          <Button size="small" variant="text" onClick={() => open('link', linkId)}>
            {messages.open}
          </Button>
        </Box>
      ))}
      {batch.failed > batch.failures.length && (
        <Box component="li" sx={{ py: 0.5, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}>
          {format('more', { count: batch.failed - batch.failures.length })}
        </Box>
      )}
    </Box>
  );
}

function Ended({ batch }: { batch: BulkAnswer }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Box role="alert" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <AlertIcon fontSize="small" aria-hidden sx={{ color: 'error.main' }} />
        <Typography variant="body2" sx={{ flex: 1 }}>
          {batch.state === 'undone'
            ? `${format('undone', { count: batch.done - batch.failed })}, ${format('left', { count: batch.failed })}`
            : `${formatDone(batch.action, batch.done - batch.failed)}, ${format('failed', { count: batch.failed })}`}
        </Typography>
        <Button size="small" variant="text" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {messages.show}
        </Button>
        {batch.undoable && (
          <Button size="small" variant="text" onClick={() => void undoJob(batch)}>
            {messages.undo}
          </Button>
        )}
        <IconButton size="small" aria-label={messages.dismiss} onClick={() => removeJob(batch.batchId)}>
          <CloseIcon fontSize="small" aria-hidden />
        </IconButton>
      </Box>
      {shown && <Failures batch={batch} />}
    </>
  );
}

export function BulkProgress({ batch }: { batch: BulkAnswer }) {
  const id = useId();
  const { action, done, total, state, undoing } = batch;
  return (
    <Paper variant="outlined" sx={{ width: 420, maxWidth: '100%', px: 1.5, py: 1 }}>
      {state !== 'running' ? (
        <Ended batch={batch} />
      ) : (
        <>
          <Typography id={id} variant="body2" sx={{ mb: 0.75, fontWeight: 500 }}>
            {undoing ? format('undoing', { done, total }) : formatDoing(action, done, total)}
          </Typography>
          <LinearProgress
            aria-labelledby={id}
            {...(total === 0 ? {} : { variant: 'determinate', value: (done / total) * 100 })}
          />
          {total > 1_000 && (
            <Typography variant="caption" component="p" sx={{ m: 0, mt: 0.5, color: 'text.secondary' }}>
              {messages.goesOn}
            </Typography>
          )}
        </>
      )}
    </Paper>
  );
}
