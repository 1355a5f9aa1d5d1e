/** The current plan in the sidebar, and the button to the next one. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { ActionTooltip } from '../ui/feedback/ActionTooltip.tsx';
import { UpgradeIcon } from '../ui/layout/icons.tsx';
import { messages, PLAN_LABELS, UPGRADE_TO } from './messages.ts';
import { useSubscription } from './queries.ts';

interface SidebarPlanProps {
  /** There is room for an icon only. */
  readonly icons: boolean;
  readonly onGo?: (() => void) | undefined;
}

export function SidebarPlan({ icons, onGo }: SidebarPlanProps) {
  const { data } = useSubscription();
  if (data === undefined) return null;
  const upgrade = data.plan === 'professional' ? null : UPGRADE_TO[data.plan];
  const go = onGo === undefined ? {} : { onClick: onGo };
  if (icons) {
    if (upgrade === null) return null;
    return (
      <ActionTooltip title={upgrade} placement="right">
        <ButtonBase
          component={Link}
          to="/settings#billing"
          aria-label={upgrade}
          sx={{
            width: '100%',
            py: 1,
            flexDirection: 'column',
            gap: 0.25,
            fontSize: '0.625rem',
            fontWeight: 500,
            color: 'text.secondary',
            '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
          }}
          {...go}
        >
          <UpgradeIcon aria-hidden />
          {messages.upgradeShort}
        </ButtonBase>
      </ActionTooltip>
    );
  }
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 500, color: 'text.secondary' }}>
        {PLAN_LABELS[data.plan]}
      </Typography>
      {upgrade !== null && (
        <Button component={Link} to="/settings#billing" startIcon={<UpgradeIcon />} {...go}>
          {upgrade}
        </Button>
      )}
    </Box>
  );
}
