/** What judging past checks again would change, and the button that does it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type {
  JudgedLinkAnswer,
  JudgingPreviewAnswer,
  Matching,
} from '../../query-service/contract/answers/judgings.ts';
import { STATUS_LABELS } from '../links/messages.ts';
import { formatReason } from '../links/reasons.ts';
import { shownStatus } from '../links/shown-status.ts';
import { send } from '../platform/api/client.ts';
import { formatNumber } from '../platform/format/counts.ts';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { messages as common } from '../ui/messages.ts';
import { notifyRefusal } from '../ui/toasts/notify-refusal.ts';
import { CHOICE_LABELS, format, messages } from './messages.ts';
import { useJudgingPreview } from './queries.ts';

interface JudgingDialogProps {
  /** null: one's own links. */
  readonly teamId: string | null;
  readonly matching: Matching;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

export function JudgingDialog({ teamId, matching, onStarted, onClose }: JudgingDialogProps) {
  const { data, error, mutate, isValidating } = useJudgingPreview(teamId, matching);
  const [isStarting, setStarting] = useState(false);
  // A cached answer may be outdated.
  const preview = isValidating ? undefined : data;
  const count = preview === undefined ? 0 : changedIn(preview);

  const start = async () => {
    setStarting(true);
    try {
      await send('POST', '/api/judgings', { body: { teamId, matching } });
      onStarted();
      onClose();
    } catch (failure) {
      notifyRefusal(messages.startFailed, failure);
      setStarting(false);
      void mutate();
    }
  };

  return (
    <OverlayDialog
      title={
        <>
          {messages.dialogTitle}
          <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {CHOICE_LABELS[matching]}
          </Typography>
        </>
      }
      onClose={onClose}
    >
      <DialogContent sx={{ minHeight: 160 }}>
        {preview !== undefined ? (
          <Preview preview={preview} />
        ) : error !== undefined && !isValidating ? (
          <RetryAlert failed={messages.previewFailed} error={error} retry={mutate} />
        ) : (
          <Box role="status" aria-busy aria-label={messages.loading}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height={32} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {common.close}
        </Button>
        {count > 0 && (
          <Button variant="contained" color="primary" disabled={isStarting} onClick={() => void start()}>
            {isStarting ? messages.starting : format('start', { count })}
          </Button>
        )}
      </DialogActions>
    </OverlayDialog>
  );
}

function changedIn({ changes }: JudgingPreviewAnswer): number {
  return changes.reduce((sum, { count }) => sum + count, 0);
}

function Preview({ preview }: { preview: JudgingPreviewAnswer }) {
  const { total, changes, needsVisit, neverChecked, links } = preview;
  const count = changedIn(preview);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>
        <Typography sx={{ fontWeight: 600 }}>{format('wouldChange', { count, total })}</Typography>
        {changes.length > 0 && (
          <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
            {changes.map((change) => (
              <Box
                component="li"
                key={`${change.from} ${change.to} ${change.wasLive}`}
                sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', py: 0.25 }}
              >
                <span>{formatChange(change)}</span>
                <span>{formatNumber(change.count)}</span>
              </Box>
            ))}
          </Box>
        )}
      </div>
      {needsVisit > 0 && <Note>{format('needsVisit', { count: needsVisit })}</Note>}
      {neverChecked > 0 && <Note>{format('neverChecked', { count: neverChecked })}</Note>}
      {links.length > 0 && (
        <>
          <Note>{messages.kept}</Note>
          <section aria-label={format('shown', { count: links.length })}>
            <Typography variant="h3" component="h3" sx={{ mt: 0.5, mb: 0.5 }}>
              {format('shown', { count: links.length })}
            </Typography>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {links.map((link) => (
                <JudgedLink key={link.linkId} link={link} />
              ))}
            </Box>
          </section>
        </>
      )}
    </Box>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}

function JudgedLink({ link }: { link: JudgedLinkAnswer }) {
  return (
    <Box
      component="li"
      sx={{ py: 1, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
    >
      <bdi>{link.articleLink}</bdi>
      <Box sx={{ fontWeight: 500 }}>{formatChange(link)}</Box>
      <Box sx={{ color: 'text.secondary' }}>{formatReason(link.reason)}</Box>
    </Box>
  );
}

/** 'Removed → Live'. */
function formatChange({ from, to, wasLive }: Pick<JudgedLinkAnswer, 'from' | 'to' | 'wasLive'>): string {
  const before = STATUS_LABELS[shownStatus(from, wasLive)];
  if (from === to) return format('sameStatus', { status: before });
  return format('change', { from: before, to: STATUS_LABELS[shownStatus(to, wasLive || from === 'live')] });
}
