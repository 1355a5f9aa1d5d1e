/** The correction that a link's status rests on, with a button that takes it back. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { CorrectionAnswer, LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { formatDay, utcDay } from '../../platform/format/dates.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { format, formatClaim, messages } from './messages.ts';

interface CorrectionNoteProps {
  readonly link: LinkAnswer;
  readonly correction: CorrectionAnswer;
}

export function CorrectionNote({ link, correction }: CorrectionNoteProps) {
  const refusal = useTeamDenial('CorrectVerdict', link.teamId);
  const { id: correctionId, claim, note, byName, at, since } = correction;
  const undo = async () => {
    if (refusal !== null) return;
    try {
      await send('DELETE', '/api/links/:id/corrections/:correctionId', { params: { id: link.id, correctionId } });
      notify(messages.undone);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(messages.undoFailed, { lines: [error.message], severity: 'destructive' });
    }
    await revalidateOwnChange(['links', 'stats', 'clients', 'campaigns'], [link.id]);
  };
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        mb: 2,
        px: 1.5,
        py: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.sunken',
        fontSize: '0.8125rem',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 600 }}>{format('holds', { claim: formatClaim(claim), day: formatDay(since) })}</Box>
        <Box dir="auto" sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>
          {format('byName', {
            who: byName ?? messages.unknownPerson,
            day: formatDay(utcDay(Date.parse(at))),
            note,
          })}
        </Box>
      </Box>
      <ActionTooltip reason={refusal}>
        <Button size="small" {...disabledProps(refusal)} onClick={() => void undo()}>
          {messages.undo}
        </Button>
      </ActionTooltip>
    </Box>
  );
}
