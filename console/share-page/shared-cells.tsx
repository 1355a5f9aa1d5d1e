/** The cells that the table and the cards of shared links have in common. */

import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext } from 'react';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { TYPE_LABELS } from '../links/messages.ts';
import { formatDay, utcDay } from '../platform/format/dates.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { safeHref, splitUrl } from '../platform/format/urls.ts';
import { ExternalIcon } from '../ui/layout/icons.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { format, messages } from './messages.ts';

export const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** An address in one short line or two; opened in a new tab where that is safe. */
export function ExternalAddress({ value, oneLine = false }: { value: string; oneLine?: boolean }) {
  const { host, rest } = splitUrl(value);
  const href = safeHref(value);
  const icon = href !== null && (
    <ExternalIcon aria-hidden sx={{ fontSize: 12, ml: 0.5, verticalAlign: '-1px', color: 'text.secondary' }} />
  );
  const display = oneLine ? 'inline' : 'block';
  const lines = (
    <>
      <Box component="span" sx={{ ...CUT, display, fontWeight: 500 }}>
        {host}
        {icon}
      </Box>
      {rest !== '' && (
        <Box component="span" sx={{ ...CUT, display, fontSize: '0.75rem', color: 'text.secondary' }}>
          {oneLine && ' '}
          {rest}
        </Box>
      )}
    </>
  );
  if (href === null)
    return (
      <Box title={value} sx={CUT}>
        {lines}
      </Box>
    );
  return (
    <Box
      component="a"
      href={href}
      title={value}
      target="_blank"
      rel="noreferrer noopener nofollow"
      sx={{
        ...CUT,
        display: 'block',
        minWidth: 0,
        lineHeight: oneLine ? 'inherit' : 1.4,
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

/** The quoted anchor text, if the link has one. */
export function Anchor({ link: { anchor } }: { link: SharedLinkAnswer }) {
  return anchor !== null && anchor !== '' && <bdi title={anchor}>{formatQuoted(anchor)}</bdi>;
}

export function LinksTo({ link }: { link: SharedLinkAnswer }) {
  return (
    <>
      <ExternalAddress value={link.clientLink} />
      <Box sx={{ ...CUT, fontSize: '0.75rem', color: 'text.secondary' }}>
        <Anchor link={link} />
      </Box>
    </>
  );
}

export const lastChecked = ({ lastChecked: at }: SharedLinkAnswer) =>
  at === null ? <Muted>{messages.never}</Muted> : <RelativeTime at={at} />;

export const liveSince = ({ liveDate }: SharedLinkAnswer) =>
  liveDate === null ? <Muted>{messages.none}</Muted> : formatDay(liveDate);

/** The day that the page shows; null: today. */
export const ShownDay = createContext<string | null>(null);

/** Whether the promise of a link has ended by the day that the page shows. */
export function useHasEnded({ expirationDate }: Pick<SharedLinkAnswer, 'expirationDate'>): boolean {
  const shown = useContext(ShownDay);
  return expirationDate !== null && expirationDate < (shown ?? utcDay(Date.now()));
}

/** 'Live since Jan 3, 2026', 'Until Jan 3, 2027', as far as they are known. */
export function daysOf({ liveDate, expirationDate }: SharedLinkAnswer, hasEnded: boolean): readonly string[] {
  return [
    liveDate === null ? [] : format('since', { day: formatDay(liveDate) }),
    expirationDate === null || hasEnded ? [] : format('until', { day: formatDay(expirationDate) }),
  ].flat();
}

/** The days in the first cell, where the table is too narrow for columns of them. */
export function Days({ link }: { link: SharedLinkAnswer }) {
  const hasEnded = useHasEnded(link);
  return (
    <Box sx={{ mt: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>
      {daysOf(link, hasEnded).map((text) => (
        <div key={text}>{text}</div>
      ))}
      {hasEnded && <Until link={link} />}
    </Box>
  );
}

/** The last day of a promise; marked once it has passed. */
export function Until({ link }: { link: SharedLinkAnswer }) {
  const hasEnded = useHasEnded(link);
  const { expirationDate, liveDate } = link;
  if (expirationDate === null) return <Muted>{liveDate === null ? messages.none : messages.permanent}</Muted>;
  const day = formatDay(expirationDate);
  if (!hasEnded) return day;
  return (
    <Box component="span" sx={{ color: 'warning.main', fontWeight: 500 }}>
      {format('ended', { day })}
    </Box>
  );
}

export const typeOf = ({ linkType }: SharedLinkAnswer) =>
  linkType === null ? <Muted>{messages.notApplicable}</Muted> : TYPE_LABELS[linkType];
