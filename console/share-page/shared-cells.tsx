/** The cells that the table and the cards of shared links have in common. */

import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext } from 'react';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { TYPE_LABELS } from '../links/messages.ts';
import { formatDay, localDay } from '../platform/format/dates.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { safeHref, splitUrl } from '../platform/format/urls.ts';
import { ExternalIcon } from '../ui/layout/icons.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { messages } from './messages.ts';

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** An address in two short lines; opened in a new tab where that is safe. */
export function UrlLink({ value }: { value: string }) {
  const { host, rest } = splitUrl(value);
  const href = safeHref(value);
  const lines = (
    <>
      <Box component="span" sx={{ ...CUT, display: 'block', fontWeight: 500 }}>
        {host}
        {href !== null && (
          <ExternalIcon aria-hidden sx={{ fontSize: 12, ml: 0.5, verticalAlign: '-1px', color: 'text.secondary' }} />
        )}
      </Box>
      {rest !== '' && (
        <Box component="span" sx={{ ...CUT, display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
          {rest}
        </Box>
      )}
    </>
  );
  if (href === null) return <Box title={value}>{lines}</Box>;
  return (
    <Box
      component="a"
      href={href}
      title={value}
      target="_blank"
      rel="noreferrer noopener nofollow"
      sx={{
        display: 'block',
        minWidth: 0,
        lineHeight: 1.4,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { textDecoration: 'underline' },
      }}
    >
      {lines}
    </Box>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  );
}

export function LinksTo({ link }: { link: SharedLinkAnswer }) {
  return (
    <>
      <UrlLink value={link.clientLink} />
      {link.anchor !== null && link.anchor !== '' && (
        <Box dir="auto" title={link.anchor} sx={{ ...CUT, fontSize: '0.75rem', color: 'text.secondary' }}>
          {formatQuoted(link.anchor)}
        </Box>
      )}
    </>
  );
}

export const lastChecked = ({ lastChecked: at }: SharedLinkAnswer) =>
  at === null ? <Muted>{messages.never}</Muted> : <RelativeTime at={at} />;

export const liveSince = ({ liveDate }: SharedLinkAnswer) =>
  liveDate === null ? <Muted>{messages.none}</Muted> : formatDay(liveDate);

/** The day that the page shows; null: today. */
export const ShownDay = createContext<string | null>(null);

function Ended({ day }: { day: string }) {
  const shown = useContext(ShownDay);
  if (day >= (shown ?? localDay(Date.now()))) return null;
  return (
    <Box component="span" sx={{ display: 'block', color: 'warning.main', fontWeight: 500 }}>
      {messages.ended}
    </Box>
  );
}

/** The day, marked once it has passed. */
export const expires = ({ expirationDate, liveDate }: SharedLinkAnswer) =>
  expirationDate !== null ? (
    <>
      {formatDay(expirationDate)}
      <Ended day={expirationDate} />
    </>
  ) : (
    <Muted>{liveDate === null ? messages.none : messages.permanent}</Muted>
  );

export const typeOf = ({ linkType }: SharedLinkAnswer) =>
  linkType === null ? <Muted>{messages.notApplicable}</Muted> : TYPE_LABELS[linkType];
