/** The figures over the backlinks: the share of live links, and the numbers of each status, which filter the table. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { SharedAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatNumber } from '../platform/format/counts.ts';
import { messages } from './messages.ts';
import { STATUS_STYLES, StatusIcon } from './SharedStatus.tsx';
import { type ShownSharedStatus, STATUSES } from './shared-view.ts';

/** How many links have each status; "not found yet" is apart from "lost". */
function countsOf({ live, pending, lost, notFound }: SharedAnswer): Readonly<Record<ShownSharedStatus, number>> {
  return { live, pending, lost: lost - notFound, 'not-found': notFound };
}

/** The parts of the links with each status. The numbers below repeat it for screen readers. */
function Bar({ counts }: { counts: Readonly<Record<ShownSharedStatus, number>> }) {
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
      {STATUSES.filter((status) => counts[status] > 0).map((status) => (
        <Box key={status} sx={{ flex: `${counts[status]} 0 4px`, bgcolor: STATUS_STYLES[status].color }} />
      ))}
    </Box>
  );
}

interface FiguresProps {
  readonly shared: SharedAnswer;
  readonly status: ShownSharedStatus | null;
  readonly choose: (status: ShownSharedStatus | null) => void;
}

export function SharedCounts({ shared, status, choose }: FiguresProps) {
  const counts = countsOf(shared);
  const cards = [
    { status: null, label: messages.totalLinks, value: shared.total },
    { status: 'live', label: messages.liveLinks, value: counts.live },
    { status: 'pending', label: messages.pending, value: counts.pending },
    { status: 'lost', label: messages.lostLinks, value: counts.lost },
    ...(shared.notFound === 0
      ? []
      : [{ status: 'not-found', label: messages.notFoundLinks, value: shared.notFound } as const]),
  ] as const;
  return (
    <Box component="section" aria-label={messages.statistics} sx={{ display: 'grid', gap: 2 }}>
      {shared.total > 0 && <Bar counts={counts} />}
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, md: 2 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(${cards.length}, auto)` },
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
              px: { xs: 1.5, md: 2 },
              py: { xs: 1, md: 1.5 },
              textAlign: 'left',
              font: 'inherit',
              // The first of an odd number fills its row.
              '&:first-of-type:nth-last-of-type(odd)': { gridColumn: { xs: '1 / -1', md: 'auto' } },
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
            <Typography
              component="span"
              sx={{
                fontSize: { xs: '1.25rem', md: '1.75rem' },
                lineHeight: { xs: '24px', md: '36px' },
                fontWeight: 600,
                letterSpacing: '-0.02em',
              }}
            >
              {formatNumber(card.value)}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
}
