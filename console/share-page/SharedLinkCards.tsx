/** Shared links as cards, for small screens: the status and its reason first, then where the link is. */

import Box from '@mui/material/Box';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { TYPE_LABELS } from '../links/messages.ts';
import { formatResult } from '../links/reasons.ts';
import { formatDay } from '../platform/format/dates.ts';
import { splitUrl } from '../platform/format/urls.ts';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { element, format, messages } from './messages.ts';
import { SharedStatus } from './SharedStatus.tsx';
import { Anchor, CUT, daysOf, ExternalAddress, useHasEnded } from './shared-cells.tsx';
import { shownStatus } from './shared-view.ts';

const DETAIL = { fontSize: '0.75rem', lineHeight: '16px', color: 'text.secondary' } as const;
/** Longer texts are cut: a card is at most 120 px high. */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '2',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

function SharedLinkCard({ link }: { link: SharedLinkAnswer }) {
  const hasEnded = useHasEnded(link);
  const { host, rest } = splitUrl(link.clientLink);
  return (
    <Box component="li" sx={{ px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '0.8125rem', lineHeight: '20px' }}>
        <SharedStatus status={shownStatus(link)} />
        <Box sx={{ ...DETAIL, ...CUT, ml: 'auto' }}>
          {hasEnded && link.expirationDate !== null ? (
            <Box component="span" sx={{ color: 'warning.main', fontWeight: 500 }}>
              {format('ended', { day: formatDay(link.expirationDate) })}
            </Box>
          ) : (
            link.lastChecked !== null && element('checked', { time: <RelativeTime at={link.lastChecked} /> })
          )}
        </Box>
      </Box>
      {link.status !== 'live' && <Box sx={{ ...DETAIL, ...TWO_LINES }}>{formatResult(link)}</Box>}
      <Box sx={{ fontSize: '0.8125rem', lineHeight: '24px' }}>
        <ExternalAddress value={link.articleLink} oneLine />
      </Box>
      <Box sx={{ ...DETAIL, ...CUT }} title={link.clientLink}>
        → {rest === '' ? host : rest} <Anchor link={link} />
      </Box>
      {link.status === 'live' && (
        <Box sx={{ ...DETAIL, ...TWO_LINES }}>
          {[link.linkType === null ? '' : TYPE_LABELS[link.linkType], ...daysOf(link, hasEnded)]
            .filter(Boolean)
            // The line breaks between the facts.
            .map((fact) => fact.replaceAll(' ', '\u00a0'))
            .join(' · ')}
        </Box>
      )}
    </Box>
  );
}

export function SharedLinkCards({ links }: { links: readonly SharedLinkAnswer[] }) {
  return (
    <Box
      component="ul"
      aria-label={messages.backlinks}
      sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
    >
      {links.map((link) => (
        <SharedLinkCard key={link.id} link={link} />
      ))}
    </Box>
  );
}
