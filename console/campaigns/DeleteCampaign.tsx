/** Asks before a campaign is deleted. Its links stay. */
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export function DeleteCampaign({ campaign }: { campaign: CampaignAnswer }) {
  const { close } = useOverlay();
  const navigate = useNavigate();
  const { id, name, teamId } = campaign;
  return (
    <ConfirmDialog
      open
      title={messages.deleteConfirm}
      label={messages.delete}
      cancel={common.cancel}
      onClose={() => close('dialog')}
      onConfirm={async () => {
        try {
          await send('DELETE', '/api/campaigns/:id', { params: { id } });
        } catch (error) {
          // Already deleted: nothing to do.
          if (!(error instanceof ApiError && error.status === 404)) {
            notify(common.error, { lines: [messages.deleteFailed], severity: 'destructive' });
            throw error;
          }
        }
        notify(messages.deleted, { lines: [name, messages.deletedHint] });
        await navigate('/campaigns', { replace: true });
        void revalidateLists(['campaigns', 'links']);
      }}
    >
      <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {teamId === null ? messages.deleteMeansOwn : messages.deleteMeans}
      </Typography>
    </ConfirmDialog>
  );
}
