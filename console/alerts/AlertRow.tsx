/** One alert on the page. A press marks it as read and opens its subject. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useNavigate } from 'react-router';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { AlertText } from './AlertText.tsx';
import { AlertTypeIcon } from './AlertTypeIcon.tsx';
import { isAttention, isDaily, targetOf } from './present-alert.ts';

interface AlertRowProps {
  readonly alert: AlertAnswer;
  readonly onRead: (alert: AlertAnswer) => void;
}

export function AlertRow({ alert, onRead }: AlertRowProps) {
  const { open } = useOverlay();
  const navigate = useNavigate();
  const target = targetOf(alert);
  const { type, at, read } = alert;
  const idle = read && target === null;
  const press = () => {
    onRead(alert);
    if (target === null) return;
    if ('link' in target) open('link', target.link);
    else void navigate(target.screen);
  };
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <ButtonBase
        onClick={press}
        {...(idle ? { 'aria-disabled': true } : {})}
        sx={{
          width: '100%',
          display: 'grid',
          gridTemplateColumns: { xs: '20px minmax(0, 1fr)', md: '20px minmax(0, 1fr) auto' },
          alignItems: 'start',
          justifyContent: 'start',
          columnGap: 1.5,
          rowGap: 0.5,
          px: 2,
          py: 1.5,
          font: 'inherit',
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          textAlign: 'left',
          '&:hover': idle ? {} : { bgcolor: 'action.hover' },
          '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
          ...(idle ? { cursor: 'default' } : {}),
        }}
      >
        <AlertTypeIcon type={type} attention={isAttention(alert)} />
        <AlertText alert={alert} lines={3} />
        <Box
          component="span"
          sx={{
            gridColumn: { xs: 2, md: 'auto' },
            color: 'text.secondary',
            fontSize: '0.75rem',
            lineHeight: '1.25rem',
            whiteSpace: 'nowrap',
          }}
        >
          {!isDaily(alert) && <RelativeTime at={at} />}
        </Box>
      </ButtonBase>
    </Box>
  );
}
