/** One alert on the page. A press marks it as read and opens its subject, or unfolds the alerts of an incident. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { AlertText } from './AlertText.tsx';
import { AlertTypeIcon } from './AlertTypeIcon.tsx';
import { messages } from './messages.ts';
import { type Incident, isAttention, isDaily, targetOf } from './present-alert.ts';

interface AlertRowProps {
  readonly incident: Incident;
  readonly onRead: (alerts: readonly AlertAnswer[]) => void;
}

export function AlertRow({ incident, onRead }: AlertRowProps) {
  const [open, setOpen] = useState(false);
  const { open: openOverlay } = useOverlay();
  const navigate = useNavigate();
  const target = targetOf(incident);
  const { type, at, read, members } = incident;
  const unfolds = members.length > 1;
  const idle = read && target === null && !unfolds;
  const press = () => {
    onRead(members);
    if (unfolds) setOpen(!open);
    if (target === null) return;
    if ('link' in target) openOverlay('link', target.link);
    else void navigate(target.screen);
  };
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <ButtonBase
        onClick={press}
        {...(idle ? { 'aria-disabled': true } : {})}
        {...(unfolds ? { 'aria-expanded': open } : {})}
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
        <AlertTypeIcon type={type} attention={isAttention(incident)} />
        <AlertText alert={incident} lines={3} />
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
          {isDaily(incident) ? messages.today : <RelativeTime at={at} />}
        </Box>
      </ButtonBase>
      {unfolds && open && (
        <Box
          component="ul"
          aria-label={incident.title}
          sx={{ m: 0, p: 0, pl: 4, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
        >
          {members.map((member) => (
            <AlertRow key={member.id} incident={{ ...member, members: [member] }} onRead={onRead} />
          ))}
        </Box>
      )}
    </Box>
  );
}
