/** Shared links as cards, for small screens. */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatResult } from '../links/reasons.ts';
import { ArrowDownIcon } from '../ui/layout/icons.tsx';
import { messages } from './messages.ts';
import { SharedStatus } from './SharedStatus.tsx';
import { expires, LinksTo, lastChecked, liveSince, typeOf, UrlLink } from './shared-cells.tsx';
import { shownStatus } from './shared-view.ts';

export function SharedLinkCards({ links }: { links: readonly SharedLinkAnswer[] }) {
  return (
    <Box
      component="ul"
      aria-label={messages.backlinks}
      sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
    >
      {links.map((link) => (
        <Box
          component="li"
          key={link.id}
          sx={{ p: 2, fontSize: '0.8125rem', '& + &': { borderTop: 1, borderColor: 'divider' } }}
        >
          <SharedStatus status={shownStatus(link)} />
          {link.status !== 'live' && (
            <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {formatResult(link)}
            </Typography>
          )}
          <Box sx={{ mt: 0.75 }}>
            <UrlLink value={link.articleLink} />
          </Box>
          <Box sx={{ display: 'flex', gap: 1, mt: 0.75 }}>
            <ArrowDownIcon aria-hidden sx={{ fontSize: 14, mt: '3px', color: 'text.secondary' }} />
            <Box sx={{ minWidth: 0 }}>
              <LinksTo link={link} />
            </Box>
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 1,
              display: 'grid',
              gridTemplateColumns: 'auto minmax(0, 1fr) auto minmax(0, 1fr)',
              columnGap: 1,
              rowGap: 0.25,
              fontSize: '0.75rem',
              '& dt': { color: 'text.secondary' },
              '& dd': { m: 0 },
            }}
          >
            {[
              [messages.type, typeOf(link)],
              [messages.lastChecked, lastChecked(link)],
              [messages.liveSince, liveSince(link)],
              [messages.expires, expires(link)],
            ].map(([label, value]) => (
              <Box key={String(label)} sx={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
