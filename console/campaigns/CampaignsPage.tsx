/** The campaigns of all teams one sees, newest first, to be searched. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CardList } from '../cards/CardList.tsx';
import { useCardsView } from '../cards/useCardsView.ts';
import { CampaignsIcon, PlusIcon } from '../frame/icons.tsx';
import { Notice } from '../frame/Notice.tsx';
import { useOverlay } from '../frame/overlay.ts';
import { titleOf } from '../frame/words.ts';
import { CampaignCard } from './CampaignCard.tsx';
import { useCampaigns } from './campaigns.ts';
import { words } from './words.ts';

export function CampaignsPage() {
  const { view } = useCardsView();
  const campaigns = useCampaigns(view);
  const { open } = useOverlay();
  const create = () => open('dialog', 'create-campaign');
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{titleOf(words.campaigns)}</title>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
      >
        <Box>
          <Typography component="h1" variant="h1">
            {words.campaigns}
          </Typography>
          <Typography sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>{words.note}</Typography>
        </Box>
        <Button startIcon={<PlusIcon />} onClick={create}>
          {words.create}
        </Button>
      </Box>
      <CardList
        of={campaigns}
        label={words.campaigns}
        failed={words.fetchFailed}
        noneFound={words.noneFound}
        height={196}
        empty={
          <Notice
            icon={<CampaignsIcon />}
            title={words.none}
            action={
              <Button variant="contained" color="primary" startIcon={<PlusIcon />} onClick={create}>
                {words.create}
              </Button>
            }
          >
            {words.noneHint}
          </Notice>
        }
      >
        {(campaign) => <CampaignCard key={campaign.id} campaign={campaign} />}
      </CardList>
    </Box>
  );
}
