/** The status of a campaign, with its icon and its label. */
import Box from '@mui/material/Box';
import type { CampaignStatus as Status } from '../../command-service/model/campaign/events.ts';
import { CalendarIcon, CampaignsIcon, CheckIcon } from '../ui/layout/icons.tsx';
import { CAMPAIGN_STATUS_LABELS } from './messages.ts';

const STATUS_STYLES = {
  planning: { Icon: CalendarIcon, color: 'text.secondary' },
  active: { Icon: CampaignsIcon, color: 'primary.main' },
  completed: { Icon: CheckIcon, color: 'text.secondary' },
} as const;

export function CampaignStatus({ status }: { status: Status }) {
  const { Icon, color } = STATUS_STYLES[status];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        flexShrink: 0,
        height: 24,
        px: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.75,
        fontSize: '0.75rem',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        color,
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 14 }} />
      {CAMPAIGN_STATUS_LABELS[status]}
    </Box>
  );
}
