/** The dates of a campaign, its progress, and the links still expected. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { CampaignWithLinksAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { localDay } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { messages } from './messages.ts';
import { formatExpectedLinks, formatRange, progressOf } from './timeline.ts';

export function CampaignTimeline({ campaign }: { campaign: CampaignWithLinksAnswer }) {
  const today = localDay(useNow());
  const { gone, text } = progressOf(campaign, today);
  const expected = formatExpectedLinks(campaign.links, today);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="campaign-timeline"
      sx={{ px: 2, py: 1.5, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Typography id="campaign-timeline" component="h2" variant="h3">
          {messages.timeline}
        </Typography>
        <Typography variant="body2">{text}</Typography>
      </Box>
      {gone !== null && (
        <Box aria-hidden sx={{ height: 6, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.selected' }}>
          <Box sx={{ height: 1, width: `${gone * 100}%`, bgcolor: 'primary.main' }} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatRange(campaign)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {expected}
        </Typography>
      </Box>
    </Paper>
  );
}
