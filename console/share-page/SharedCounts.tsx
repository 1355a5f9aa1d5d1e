/** The figures over the backlinks: the share of live links, and four numbers that filter the table. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { SharedAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatNumber } from '../platform/format/counts.ts';
import { formatNotFound, messages } from './messages.ts';
import { StatusIcon } from './SharedStatus.tsx';
import type { SharedStatus } from './shared-view.ts';

const COLORS = [
  ['live', 'success.main'],
  ['pending', 'warning.main'],
  ['lost', 'error.main'],
  ['notFound', 'text.secondary'],
] as const;

/** Live, pending, lost and not found links as one bar. The numbers below repeat it for screen readers. */
function Bar({ shared }: { shared: SharedAnswer }) {
  const counts = { ...shared, lost: shared.lost - shared.notFound };
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        gap: '2px',
        height: 8,
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'action.selected',
      }}
    >
      {COLORS.filter(([status]) => counts[status] > 0).map(([status, bgcolor]) => (
        <Box key={status} sx={{ flex: `${counts[status]} 0 4px`, bgcolor }} />
      ))}
    </Box>
  );
}

interface FiguresProps {
  readonly shared: SharedAnswer;
  readonly status: SharedStatus | null;
  readonly choose: (status: SharedStatus | null) => void;
}

export function SharedCounts({ shared, status, choose }: FiguresProps) {
  const cards = [
    { status: null, label: messages.totalLinks, value: shared.total },
    { status: 'live', label: messages.liveLinks, value: shared.live },
    { status: 'pending', label: messages.pending, value: shared.pending },
    { status: 'lost', label: messages.lostLinks, value: shared.lost },
  ] as const;
  return (
    <Box component="section" aria-label={messages.statistics} sx={{ display: 'grid', gap: 2 }}>
      {shared.total > 0 && <Bar shared={shared} />}
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, md: 2 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {cards.map((card) => (
          <ButtonBase
            key={card.label}
            aria-pressed={status === card.status}
            onClick={() => choose(status === card.status ? null : card.status)}
            sx={{
              display: 'flex',
              flexDirection: 'column',
              alignItems: 'flex-start',
              justifyContent: 'flex-start',
              px: 2,
              py: 1.5,
              textAlign: 'left',
              font: 'inherit',
              borderRadius: 1,
              border: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
              transition: 'border-color 120ms, background-color 120ms',
              '&:hover': { borderColor: 'text.secondary' },
              '&[aria-pressed="true"]':
                card.status === null
                  ? {}
                  : {
                      borderColor: 'primary.main',
                      bgcolor:
                        'color-mix(in srgb, var(--mui-palette-primary-main) 7%, var(--mui-palette-background-paper))',
                    },
            }}
          >
            <Box
              component="span"
              sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem', color: 'text.secondary' }}
            >
              {card.status !== null && <StatusIcon status={card.status} />}
              {card.label}
            </Box>
            <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
              <Typography
                component="span"
                sx={{ fontSize: '1.75rem', lineHeight: '36px', fontWeight: 600, letterSpacing: '-0.02em' }}
              >
                {formatNumber(card.value)}
              </Typography>
              {card.status === 'lost' && shared.notFound > 0 && (
                <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
                  {formatNotFound(shared.notFound)}
                </Typography>
              )}
            </Box>
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
}
