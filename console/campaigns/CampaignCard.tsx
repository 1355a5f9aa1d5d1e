/** One campaign: name, dates, and the share of live links. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { messages as linkMessages } from '../links/messages.ts';
import { StatusBar } from '../links/stats/StatusBar.tsx';
import { campaignPath } from '../platform/address/page-paths.ts';
import { formatLiveShare } from '../platform/format/counts.ts';
import { CalendarIcon, ChevronRightIcon, TeamsIcon } from '../ui/layout/icons.tsx';
import { CardTitle } from '../ui/lists/CardTitle.tsx';
import { CARD } from '../ui/lists/card-styles.ts';
import { CampaignStatus } from './CampaignStatus.tsx';
import { messages } from './messages.ts';
import { formatRange } from './timeline.ts';

const FACT = { display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0, color: 'text.secondary' } as const;

export function CampaignCard({ campaign }: { campaign: CampaignAnswer }) {
  const { id, name, status, description, teamName } = campaign;
  return (
    <Box component="li" sx={{ ...CARD, gap: 1.5, minHeight: 196 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <CardTitle to={campaignPath(id)}>{name}</CardTitle>
        <CampaignStatus status={status} />
      </Box>
      {description !== null && (
        <Typography
          variant="body2"
          dir="auto"
          title={description}
          sx={{
            color: 'text.secondary',
            overflowWrap: 'anywhere',
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden',
          }}
        >
          {description}
        </Typography>
      )}
      <Box sx={{ display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
        <Box sx={FACT}>
          <CalendarIcon aria-hidden sx={{ fontSize: 14 }} />
          {formatRange(campaign)}
        </Box>
        {teamName !== null && (
          <Box sx={FACT}>
            <TeamsIcon aria-hidden sx={{ fontSize: 14, flexShrink: 0 }} />
            <Box
              component="span"
              dir="auto"
              sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {teamName}
            </Box>
          </Box>
        )}
      </Box>
      <Box sx={{ mt: 'auto', display: 'grid', gap: 1 }}>
        <StatusBar counts={campaign} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, fontSize: '0.75rem' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {campaign.total === 0 ? linkMessages.noLinksYet : formatLiveShare(campaign)}
          </Box>
          <Box component="span" aria-hidden sx={{ display: 'flex', alignItems: 'center', fontWeight: 500 }}>
            {messages.view}
            <ChevronRightIcon sx={{ fontSize: 14 }} />
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
