/** The columns of the table of campaigns. */
import Box from '@mui/material/Box';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { countColumns } from '../links/stats/CountCells.tsx';
import { campaignPath } from '../platform/address/page-paths.ts';
import { RowLink } from '../ui/lists/RowLink.tsx';
import type { RowColumn } from '../ui/lists/RowTable.tsx';
import { Dash } from '../ui/text/Dash.tsx';
import { lineClamp } from '../ui/text/line-clamp.ts';
import { CampaignStatus } from './CampaignStatus.tsx';
import { messages } from './messages.ts';
import { formatRange } from './timeline.ts';

export const CAMPAIGN_COLUMNS: readonly RowColumn<CampaignAnswer>[] = [
  {
    key: 'name',
    label: messages.campaign,
    cell: ({ id, name, description }) => (
      <>
        <RowLink to={campaignPath(id)} hint={messages.view}>
          {name}
        </RowLink>
        {description !== null && (
          <Box dir="auto" title={description} sx={{ fontSize: '0.75rem', color: 'text.secondary', ...lineClamp(1) }}>
            {description}
          </Box>
        )}
      </>
    ),
  },
  { key: 'status', label: messages.status, width: 124, cell: ({ status }) => <CampaignStatus status={status} /> },
  {
    key: 'dates',
    label: messages.dates,
    width: 128,
    leaves: 3,
    cell: (campaign) =>
      campaign.startDate === null && campaign.endDate === null ? (
        <Dash label={messages.noDates} />
      ) : (
        formatRange(campaign)
      ),
  },
  {
    key: 'team',
    label: messages.team,
    width: 112,
    share: 10,
    leaves: 2,
    cell: ({ teamName }) =>
      teamName === null ? (
        <Dash />
      ) : (
        <Box dir="auto" sx={lineClamp(2)}>
          {teamName}
        </Box>
      ),
  },
  ...countColumns<CampaignAnswer>(messages.links, 12, (campaign) => campaign),
];
