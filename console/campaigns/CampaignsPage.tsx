/** The list of campaigns, newest first, with a search. */
import Button from '@mui/material/Button';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { CampaignsIcon, PlusIcon } from '../ui/layout/icons.tsx';
import { CardList } from '../ui/lists/CardList.tsx';
import { useCardsView } from '../ui/lists/use-card-list.ts';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { CampaignCard } from './CampaignCard.tsx';
import { CAMPAIGN_COLUMNS } from './campaign-columns.tsx';
import { messages } from './messages.ts';
import { useCampaigns } from './queries.ts';

export function CampaignsPage() {
  const { view } = useCardsView();
  const campaigns = useCampaigns(view);
  const { open } = useOverlay();
  const create = () => open('dialog', 'create-campaign');
  return (
    <PageLayout
      title={messages.campaigns}
      note={messages.note}
      action={
        <OnlyToday>
          <Button startIcon={<PlusIcon />} onClick={create}>
            {messages.create}
          </Button>
        </OnlyToday>
      }
    >
      <CardList
        of={campaigns}
        label={messages.campaigns}
        failed={messages.fetchFailed}
        noneFound={messages.noneFound}
        height={196}
        table={{ columns: CAMPAIGN_COLUMNS, keyOf: ({ id }) => id }}
        empty={
          <EmptyState
            icon={<CampaignsIcon />}
            title={messages.none}
            action={
              <OnlyToday>
                <Button variant="contained" color="primary" startIcon={<PlusIcon />} onClick={create}>
                  {messages.create}
                </Button>
              </OnlyToday>
            }
          >
            {messages.noneHint}
          </EmptyState>
        }
      >
        {(campaign) => <CampaignCard key={campaign.id} campaign={campaign} />}
      </CardList>
    </PageLayout>
  );
}
