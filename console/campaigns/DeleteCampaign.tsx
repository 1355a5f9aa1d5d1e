/** Asks before a campaign is deleted, and says that its links stay. */
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import type { CampaignAnswer } from '../../query-service/answers/campaigns.ts';
import { ApiError, send } from '../api.ts';
import { Confirm } from '../forms/Confirm.tsx';
import { useOverlay } from '../frame/overlay.ts';
import { refresh } from '../live.ts';
import { notify } from '../toasts/toasts.ts';
import { campaignPath } from './campaigns.ts';
import { words } from './words.ts';

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
