/** A page in the past: a banner that says so, and the page only once the moment is known. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { MomentAnswer } from '../../query-service/contract/answers/as-of.ts';
import { TO_TODAY } from '../platform/address/as-of.ts';
import { useBackToToday } from '../platform/address/back-to-today.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageSkeleton } from '../ui/feedback/PageSkeleton.tsx';
import { AlertIcon, CalendarIcon } from '../ui/layout/icons.tsx';
import { Kbd } from '../ui/text/Kbd.tsx';
import { comparedAt, comparePath } from './compare-path.ts';
import { formatBefore, formatShown, messages } from './messages.ts';
import { useMoment } from './use-moment.ts';

/** Pages about the present only. */
const PRESENT = /^\/(alerts|channels|settings|reports|ledger|compare)(\/|$)/;

function Banner({ asOf, moment }: { asOf: string; moment: MomentAnswer }) {
  const { pathname } = useLocation();
  const backToToday = useBackToToday();
  const isPresent = PRESENT.test(pathname);
  const label = isPresent ? messages.presentOnly : formatShown(asOf, moment.at);
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 1,
        mb: 2,
        px: 2,
        py: 1,
        border: 1,
        borderColor: 'warning.main',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <CalendarIcon aria-hidden fontSize="small" sx={{ color: 'warning.main' }} />
      <Typography variant="body2" sx={{ flex: '1 1 240px', textWrap: 'pretty' }}>
        {label} {moment.position === 0 && formatBefore(moment.firstDay)}
      </Typography>
      {!isPresent && (
        <Button
          size="small"
          component={Link}
          to={comparePath({ from: asOf, ...comparedAt(pathname) })}
          state={TO_TODAY}
          sx={{ '@media print': { display: 'none' } }}
        >
          {messages.compare}
        </Button>
      )}
      <Button size="small" onClick={backToToday} aria-keyshortcuts="t">
        {messages.backToday}
        <Kbd aria-hidden sx={{ ml: 1, display: { xs: 'none', sm: 'inline-block' } }}>
          t
        </Kbd>
      </Button>
    </Box>
  );
}

export function PastFrame({ asOf, children }: { asOf: string; children: ReactNode }) {
  const backToToday = useBackToToday();
  const { data: moment, error } = useMoment();
  if (moment !== undefined) {
    return (
      <Fragment key={asOf}>
        <Banner asOf={asOf} moment={moment} />
        {children}
      </Fragment>
    );
  }
  if (error === undefined) return <PageSkeleton />;
  return (
    <EmptyState
      level="h1"
      icon={<AlertIcon />}
      title={messages.failed}
      action={
        <Button variant="contained" color="primary" onClick={backToToday}>
          {messages.backToday}
        </Button>
      }
    >
      {error.message}
    </EmptyState>
  );
}
