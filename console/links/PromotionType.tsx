/** The promotion type of a campaign's link, and the day it is expected while it is pending. */
import Box from '@mui/material/Box';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { formatDay, utcDay } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { formatExpected, PROMOTION_LABELS } from './messages.ts';
import { isOverdue } from './promotion.ts';

/** `inline`: on one line with other text; otherwise on two lines. */
export function PromotionType({ link, inline = false }: { link: LinkAnswer; inline?: boolean }) {
  const today = utcDay(useNow());
  const { promotionType, status, timelineDate } = link;
  const late = isOverdue(link, today);
  const expected = status === 'pending' && timelineDate !== null ? formatExpected(formatDay(timelineDate), late) : null;
  const type = promotionType === null ? null : PROMOTION_LABELS[promotionType];
  const color = late ? 'warning.main' : 'text.secondary';
  if (inline) {
    return (
      <>
        {type}
        {expected !== null && (
          <Box component="span" sx={{ color }}>
            {type !== null && ' · '}
            {expected}
          </Box>
        )}
      </>
    );
  }
  return (
    <Box sx={{ lineHeight: 1.4, minWidth: 0 }}>
      {type}
      {expected !== null && (
        <Box
          title={expected}
          sx={{ fontSize: '0.75rem', color, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {expected}
        </Box>
      )}
    </Box>
  );
}
