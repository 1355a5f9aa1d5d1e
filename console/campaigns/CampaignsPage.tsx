/** The campaigns of all teams one sees, newest first, to be searched. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useOverlay } from '../platform/address/overlays.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { CampaignsIcon, PlusIcon } from '../ui/icons.tsx';
import { CardList } from '../ui/lists/CardList.tsx';
import { useCardsView } from '../ui/lists/use-card-list.ts';
import { pageTitle } from '../ui/page-title.ts';
import { CampaignCard } from './CampaignCard.tsx';
import { messages } from './messages.ts';
import { useCampaigns } from './queries.ts';

export function CampaignsPage() {
  const { view } = useCardsView();
  const campaigns = useCampaigns(view);
  const { open } = useOverlay();
  const create = () => open('dialog', 'create-campaign');
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(messages.campaigns)}</title>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
      >
        <Box>
          <Typography component="h1" variant="h1">
            {messages.campaigns}
          </Typography>
          <Typography sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>{messages.note}</Typography>
        </Box>
        <Button startIcon={<PlusIcon />} onClick={create}>
          {messages.create}
        </Button>
      </Box>
      <CardList
        of={campaigns}
        label={messages.campaigns}
        failed={messages.fetchFailed}
        noneFound={messages.noneFound}
        height={196}
        empty={
          <EmptyState
            icon={<CampaignsIcon />}
            title={messages.none}
            action={
              <Button variant="contained" color="primary" startIcon={<PlusIcon />} onClick={create}>
                {messages.create}
              </Button>
            }
          >
            {messages.noneHint}
          </EmptyState>
        }
      >
        {(campaign) => <CampaignCard key={campaign.id} campaign={campaign} />}
      </CardList>
    </Box>
  );
}
