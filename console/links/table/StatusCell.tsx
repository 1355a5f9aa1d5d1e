/** A link's status, since when it has it, and why it is not live or what the last check warns of. */
import Box from '@mui/material/Box';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { formatShortDay } from '../../platform/format/dates.ts';
import { UNSEEN } from '../../ui/text/unseen.ts';
import { LinkStatus } from '../LinkStatus.tsx';
import { formatLinkReason, formatShortReason, formatWarningLabel } from '../reasons.ts';
import { shownStatus } from '../shown-status.ts';
import { WarningMark } from '../Warnings.tsx';

interface StatusCellProps {
  readonly link: LinkAnswer;
  /** False if other columns have the reason and the day. */
  readonly withReason: boolean;
  readonly withSince: boolean;
}

const SMALL = { fontSize: '0.75rem', color: 'text.secondary' } as const;

export function StatusCell({ link, withReason, withSince }: StatusCellProps) {
  const { status, reason, warnings } = link;
  const isLive = status === 'live';
  const why = isLive ? warnings.map(({ code }) => formatWarningLabel(code)).join(', ') : formatShortReason(reason);
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1.4 }}>
      {/* What has no room on the first line is not shown: the status itself is never cut. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.75, height: 18, overflow: 'hidden' }}>
        <LinkStatus status={shownStatus(status, link.wasLive)} checking={link.checking} />
        <WarningMark warnings={warnings} />
        {withSince && !isLive && <Box sx={{ ...SMALL, lineHeight: '18px' }}>· {formatShortDay(link.statusSince)}</Box>}
      </Box>
      {withReason && why !== '' && (
        <Box
          aria-hidden
          title={isLive ? undefined : formatLinkReason(link)}
          sx={{ ...SMALL, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {why}
        </Box>
      )}
      {!isLive && (
        <Box component="span" sx={UNSEEN}>
          {formatLinkReason(link)}
        </Box>
      )}
    </Box>
  );
}
