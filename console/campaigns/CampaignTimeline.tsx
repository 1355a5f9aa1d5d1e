/** The dates of a campaign, its progress, and the links still expected. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { CampaignWithLinksAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { utcDay } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { messages } from './messages.ts';
import { formatExpectedLinks, formatRange, progressOf } from './timeline.ts';

export function CampaignTimeline({ campaign }: { campaign: CampaignWithLinksAnswer }) {
  const today = utcDay(useNow());
  const { gone, text } = progressOf(campaign, today);
  const expected = formatExpectedLinks(campaign.links, today);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="campaign-timeline"
      sx={{
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <Typography
        id="campaign-timeline"
        component="h2"
        variant="h3"
        sx={{ fontSize: '0.8125rem', color: 'text.primary' }}
      >
        {messages.timeline}
      </Typography>
      <span>{formatRange(campaign)}</span>
      {gone !== null && (
        <Box
          aria-hidden
          sx={{ width: 120, height: 4, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.selected' }}
        >
          <Box sx={{ height: 1, width: `${gone * 100}%`, bgcolor: 'primary.main' }} />
        </Box>
      )}
      <span>{text}</span>
      <Box component="span" sx={{ ml: { md: 'auto' } }}>
        {expected}
      </Box>
    </Paper>
  );
}
