/** The days until a link expires, if it expires soon; the last week is emphasized. */
import Box from '@mui/material/Box';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { EXPIRING_SOON_DAYS } from '../../../query-service/contract/list-options.ts';
import { formatDaysLeft } from '../messages.ts';
import { messages } from './messages.ts';

const URGENT_DAYS = 7;

type Ending = Pick<LinkAnswer, 'daysLeft'>;

/** Whether the link expires soon or has expired. */
export function expiresSoon({ daysLeft }: Ending): boolean {
  return daysLeft !== null && daysLeft <= EXPIRING_SOON_DAYS;
}

/** @param short for little room: an expired link is only named so. */
export function DaysLeft({ link, short = false }: { link: Ending; short?: boolean }) {
  const { daysLeft } = link;
  if (daysLeft === null || !expiresSoon(link)) return null;
  const inWords = formatDaysLeft(daysLeft);
  return (
    <Box component="span" title={inWords} sx={{ color: daysLeft <= URGENT_DAYS ? 'error.main' : 'warning.main' }}>
      {short && daysLeft < 0 ? messages.expired : inWords}
    </Box>
  );
}
