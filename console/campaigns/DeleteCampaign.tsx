/** Asks before a campaign is deleted, and says that its links stay. */
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { refresh } from '../platform/live/use-live-updates.ts';
import { Confirm } from '../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { words } from './messages.ts';
import { campaignPath } from './queries.ts';

export function DeleteCampaign({ campaign }: { campaign: CampaignAnswer }) {
  const { close } = useOverlay();
  const navigate = useNavigate();
  const { id, name, teamId } = campaign;
  return (
    <Confirm
      open
      title={words.deleteConfirm}
      label={words.delete}
      cancel={words.cancel}
      onClose={() => close('dialog')}
      onConfirm={async () => {
        try {
          await send('DELETE', campaignPath(id));
        } catch (error) {
          // Gone already: what was wanted.
          if (!(error instanceof ApiError && error.status === 404)) {
            notify(words.error, { lines: [words.deleteFailed], tone: 'destructive' });
            throw error;
          }
        }
        notify(words.deleted, { lines: [name, words.deletedHint] });
        await navigate('/campaigns', { replace: true });
        void refresh(['campaigns', 'links']);
      }}
    >
      <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {teamId === null ? words.deleteMeansOwn : words.deleteMeans}
      </Typography>
    </Confirm>
  );
}
