/** The links on small screens: one card each, usable with a thumb. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import { memo, useCallback } from 'react';
import { isAgreed } from '../../../command-service/contract/deviations.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { formatQuoted } from '../../platform/format/quotes.ts';
import { ArrowDownIcon, CalendarIcon } from '../../ui/layout/icons.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { UrlText } from '../../ui/text/UrlText.tsx';
import { AgreementMark } from '../AgreementMark.tsx';
import { EditButton } from '../actions/EditButton.tsx';
import { RecheckButton } from '../actions/RecheckButton.tsx';
import { TrashButton } from '../actions/TrashButton.tsx';
import type { SelectionControls } from '../bulk/use-selection.ts';
import type { ListKind } from '../columns/columns.ts';
import { LinkStatus } from '../LinkStatus.tsx';
import { TYPE_LABELS } from '../messages.ts';
import { PromotionType } from '../PromotionType.tsx';
import { formatLinkReason } from '../reasons.ts';
import { shownStatus } from '../shown-status.ts';
import { DaysLeft, expiresSoon } from '../table/DaysLeft.tsx';
import { formatLasting, formatSelect, messages } from '../table/messages.ts';
import { TeamBadge } from '../table/TeamBadge.tsx';
import { TagChips } from '../tags/TagChips.tsx';
import { WarningMark } from '../Warnings.tsx';

const SELECTED = 'color-mix(in srgb, var(--mui-palette-primary-main) 7%, var(--mui-palette-background-paper))';
const CARD = { border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', minWidth: 0 } as const;

/** A separator between two facts, which never begins a line. */
const DOT = '\u00a0· ';

interface LinkCardProps extends Pick<LinkCardsProps, 'ofOneTeam' | 'kind'> {
  readonly link: LinkAnswer;
  readonly selected: boolean;
  readonly select: (id: string, on: boolean) => void;
}

/** Rendered again only when its own link changes: rendering all cards after each read is slow on a phone. */
const LinkCard = memo(({ link, ofOneTeam, kind, selected, select }: LinkCardProps) => {
  const { open } = useOverlay();
  const withTeam = !ofOneTeam && link.teamId !== null;
  return (
    <Box
      component="li"
      sx={{ ...CARD, position: 'relative', ...(selected ? { borderColor: 'primary.main', bgcolor: SELECTED } : {}) }}
    >
      <Checkbox
        size="small"
        checked={selected}
        onChange={(_, on) => select(link.id, on)}
        slotProps={{ input: { 'aria-label': formatSelect(link) } }}
        // As large as a thumb, above the card's own button.
        sx={{ position: 'absolute', top: 0, left: 0, zIndex: 1, width: 44, height: 44, p: 0 }}
      />
      <ButtonBase
        onClick={() => open('link', link.id)}
        sx={{
          display: 'block',
          width: '100%',
          p: 2,
          pl: 5.5,
          pb: 0.5,
          textAlign: 'left',
          borderRadius: 1,
          font: 'inherit',
          fontSize: '0.8125rem',
        }}
      >
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 2 }}>
          <UrlText value={link.articleLink} />
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, flexShrink: 0, maxWidth: 144 }}>
            <WarningMark warnings={link.warnings} />
            <LinkStatus status={shownStatus(link.status, link.wasLive)} checking={link.checking} wraps />
          </Box>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mt: 1 }}>
          <ArrowDownIcon aria-hidden sx={{ fontSize: 14, mt: '3px', color: 'text.secondary' }} />
          <UrlText value={link.clientLink} />
        </Box>
        {expiresSoon(link) && link.expirationDate !== null && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
            <CalendarIcon aria-hidden sx={{ fontSize: 14, color: 'text.secondary' }} />
            <span>
              {formatDay(link.expirationDate)} · <DaysLeft link={link} />
            </span>
          </Box>
        )}
        <Box sx={{ mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {link.anchor !== null && link.anchor !== '' && (
            <>
              <bdi>{formatQuoted(link.anchor)}</bdi>
              {DOT}
            </>
          )}
          {link.linkType !== null && `${TYPE_LABELS[link.linkType]}${DOT}`}
          {kind === 'campaign' ? <PromotionType link={link} inline /> : formatLasting(link.duration)}
        </Box>
        {link.status !== 'live' && !link.checking && (
          <Box sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{formatLinkReason(link)}</Box>
        )}
        {isAgreed(link) && (
          <Box sx={{ mt: 0.5, display: 'flex' }}>
            <AgreementMark link={link} wide />
          </Box>
        )}
        {link.tags.length > 0 && (
          <Box sx={{ mt: 1 }}>
            <TagChips tags={link.tags} most={2} />
          </Box>
        )}
      </ButtonBase>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          pl: 5.5,
          pr: 0.5,
          pb: 0.5,
          '& .MuiIconButton-root': { width: 44, height: 44 },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.75rem', color: 'text.secondary' }}>
          {link.lastChecked === null ? (
            messages.notChecked
          ) : (
            <>
              {messages.checked} <RelativeTime at={link.lastChecked} />
            </>
          )}
          {withTeam && <TeamBadge link={link} />}
        </Box>
        <RecheckButton link={link} />
        <EditButton link={link} />
        <TrashButton link={link} />
      </Box>
    </Box>
  );
});

interface LinkCardsProps {
  readonly rows: readonly LinkAnswer[];
  readonly loading: boolean;
  /** All rows belong to one team: no card names it. */
  readonly ofOneTeam: boolean;
  readonly kind: ListKind;
  readonly selecting: SelectionControls;
}

export function LinkCards({ rows, loading, ofOneTeam, kind, selecting }: LinkCardsProps) {
  const { selection, selected, choose } = selecting;
  const select = useCallback(
    (id: string, on: boolean) => {
      const otherIds = [...selection.picked.keys(), ...selected].filter((each) => each !== id);
      choose(on ? [...otherIds, id] : otherIds);
    },
    [selection, selected, choose],
  );
  if (loading) {
    return (
      <Box aria-busy sx={{ display: 'grid', gap: 1 }}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} variant="rounded" height={146} />
        ))}
      </Box>
    );
  }
  if (rows.length === 0) {
    return <Box sx={{ ...CARD, p: 6, textAlign: 'center', color: 'text.secondary' }}>{messages.noLinksFound}</Box>;
  }
  return (
    <Box component="ul" aria-label={messages.links} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {rows.map((link) => (
        <LinkCard
          key={link.id}
          link={link}
          ofOneTeam={ofOneTeam}
          kind={kind}
          selected={selected.has(link.id)}
          select={select}
        />
      ))}
    </Box>
  );
}
