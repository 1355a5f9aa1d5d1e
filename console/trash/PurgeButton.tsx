/** Delete Forever: asks first, because nothing brings the link back. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TrashAnswer } from '../../query-service/contract/answers/links.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { RefusableButton } from '../ui/feedback/RefusableButton.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { format, messages } from './messages.ts';

/** One after the other. @throws ApiError after showing that a link is still there */
async function purge(items: readonly TrashAnswer[]): Promise<boolean> {
  const count = items.length;
  try {
    for (const { id } of items) await send('DELETE', '/api/trash/:id/permanent', { params: { id } });
    notify(format('deleted', { count }), { lines: [format('deletedHint', { count })] });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) notify(messages.deleteFailed, { severity: 'destructive' });
    throw error;
  } finally {
    await revalidateLists(['trash']);
  }
}

interface PurgeButtonProps {
  readonly items: readonly TrashAnswer[];
  /** Why the person may not delete them; null if they may. */
  readonly refusal: string | null;
}

export function PurgeButton({ items, refusal }: PurgeButtonProps) {
  const count = items.length;
  return (
    <ConfirmButton
      button={(ask) => (
        <RefusableButton refusal={refusal} size="small" variant="text" color="error" onClick={ask}>
          {messages.deleteForever}
        </RefusableButton>
      )}
      title={format('confirmTitle', { count })}
      label={messages.deleteForever}
      onConfirm={() => purge(items)}
    >
      {count === 1 && <Box sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>{items[0]?.articleLink}</Box>}
      <Typography sx={{ color: 'text.secondary' }}>{format('confirmHint', { count })}</Typography>
    </ConfirmButton>
  );
}
