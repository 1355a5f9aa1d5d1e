/** The columns of the table of campaigns. */
import Box from '@mui/material/Box';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { STATUS_LABELS } from '../links/messages.ts';
import { Count, RemovedCount, ShareOfLive } from '../links/stats/CountCells.tsx';
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
  { key: 'status', label: messages.status, width: '124px', cell: ({ status }) => <CampaignStatus status={status} /> },
  {
    key: 'dates',
    label: messages.dates,
    width: '128px',
    wideOnly: true,
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
    width: '12%',
    wideOnly: true,
    cell: ({ teamName }) =>
      teamName === null ? (
        <Dash />
      ) : (
        <Box dir="auto" sx={lineClamp(2)}>
          {teamName}
        </Box>
      ),
  },
  {
    key: 'total',
    label: messages.links,
    width: '72px',
    numeric: true,
    cell: ({ total }) => <Count value={total} />,
  },
  { key: 'live', label: STATUS_LABELS.live, width: '16%', cell: (campaign) => <ShareOfLive counts={campaign} /> },
  {
    key: 'pending',
    label: STATUS_LABELS.pending,
    width: '96px',
    numeric: true,
    wideOnly: true,
    cell: ({ pending }) => <Count value={pending} />,
  },
  {
    key: 'removed',
    label: STATUS_LABELS.removed,
    width: '124px',
    numeric: true,
    cell: (campaign) => <RemovedCount counts={campaign} />,
  },
];
