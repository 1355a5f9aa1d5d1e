/** Delete Forever: asks first, because nothing brings the link back. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TrashAnswer } from '../../query-service/contract/answers/links.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useTeamDenial } from '../session/permissions.ts';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { ActionTooltip } from '../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../ui/layout/disabled-props.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** @throws ApiError after showing that the link is still there */
async function purge(linkId: string): Promise<boolean> {
  try {
    await send('DELETE', '/api/trash/:id/permanent', { params: { id: linkId } });
    notify(messages.deleted, { lines: [messages.deletedHint] });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) notify(messages.deleteFailed, { severity: 'destructive' });
    throw error;
  } finally {
    await revalidateLists(['trash']);
  }
}

export function PurgeButton({ item }: { item: TrashAnswer }) {
  const refusal = useTeamDenial('PurgeLink', item.teamId);
  return (
    <ConfirmButton
      button={(ask) => (
        <ActionTooltip reason={refusal}>
          <Button variant="text" color="error" {...disabledProps(refusal)} onClick={() => refusal === null && ask()}>
            {messages.deleteForever}
          </Button>
        </ActionTooltip>
      )}
      title={messages.confirmTitle}
      label={messages.deleteForever}
      onConfirm={() => purge(item.id)}
    >
      <Box sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>{item.articleLink}</Box>
      <Typography sx={{ color: 'text.secondary' }}>{messages.confirmHint}</Typography>
    </ConfirmButton>
  );
}
