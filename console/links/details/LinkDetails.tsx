/** The Link Details panel: the facts, the status with its reason, and the whole history. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { HistoryAnswer, LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { usePast } from '../../platform/address/as-of.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { campaignPath, teamPath } from '../../platform/address/page-paths.ts';
import { currentLocation } from '../../platform/address/search-params.ts';
import { useDocumentTitle } from '../../platform/browser/use-document-title.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { AlertIcon, ChevronDownIcon, CloseIcon, TrashIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { pageTitle } from '../../ui/text/page-title.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { UrlLink } from '../../ui/text/UrlText.tsx';
import { EditButton } from '../actions/EditButton.tsx';
import { RecheckButton } from '../actions/RecheckButton.tsx';
import { RestoreButton } from '../actions/RestoreButton.tsx';
import { TrashButton } from '../actions/TrashButton.tsx';
import { CorrectButton } from '../corrections/CorrectButton.tsx';
import { CorrectionNote } from '../corrections/CorrectionNote.tsx';
import { EvidencePackButton } from '../evidence-packs/EvidencePackButton.tsx';
import { LinkStatus } from '../LinkStatus.tsx';
import { useLink } from '../link-queries.ts';
import { formatDaysLeft, formatDuration, messages as linkMessages, TYPE_LABELS } from '../messages.ts';
import { PromotionType } from '../PromotionType.tsx';
import { formatLinkReason } from '../reasons.ts';
import { shownStatus } from '../shown-status.ts';
import { siteOfLink } from '../site-of-link.ts';
import { TagChips } from '../tags/TagChips.tsx';
import { WarningList } from '../Warnings.tsx';
import { useWho } from './CheckLine.tsx';
import { FactList } from './FactList.tsx';
import { LinkHistory } from './LinkHistory.tsx';
import { element, format, formatTypeSince, messages, NEXT_CHECK_NOTES, screenshotMessages } from './messages.ts';
import { StatusScreenshots, useScreenshots } from './StatusScreenshots.tsx';
import { type Neighbors, neighborsOf, useNeighbors } from './shown-links.ts';
import { typeSince } from './timeline.ts';
import { useLinkHistory } from './use-link-history.ts';

/** The type of the link, and since when it has it. */
function TypeFact({ link }: { link: LinkDetailsAnswer }) {
  const { data: history } = useLinkHistory(link.id);
  const since = history === undefined ? null : typeSince(history);
  if (since === null || since.type !== link.linkType) return TYPE_LABELS[link.linkType ?? 'none'];
  return formatTypeSince(since);
}

function LinkFacts({ link }: { link: LinkDetailsAnswer }) {
  const user = useCurrentUser();
  const assignee =
    link.assignedTo === null
      ? linkMessages.unassigned
      : link.assignedTo === user.id
        ? linkMessages.me
        : link.assignedToName;
  // The values are those of the last check that found the link.
  const isPast = link.status !== 'live' && link.wasLive;
  return (
    <FactList
      rows={[
        [linkMessages.articleLink, <UrlLink key="article" value={link.articleLink} />],
        [linkMessages.clientLink, <UrlLink key="client" value={link.clientLink} />],
        [
          isPast ? messages.lastAnchor : messages.anchor,
          <bdi key="anchor">{link.anchor || linkMessages.notApplicable}</bdi>,
        ],
        [isPast ? messages.lastLinkType : linkMessages.linkType, <TypeFact key="type" link={link} />],
        [
          messages.lastChecked,
          link.lastChecked === null ? linkMessages.never : <RelativeTime key="checked" at={link.lastChecked} />,
        ],
        link.nextCheck === null
          ? null
          : [
              messages.nextCheck,
              <span key="next">
                <RelativeTime at={link.nextCheck.at} />
                {NEXT_CHECK_NOTES[link.nextCheck.reason] !== undefined &&
                  ` (${NEXT_CHECK_NOTES[link.nextCheck.reason]})`}
              </span>,
            ],
        [messages.liveDate, link.liveDate === null ? linkMessages.notApplicable : formatDay(link.liveDate)],
        [linkMessages.duration, formatDuration(link.duration)],
        link.expirationDate === null
          ? null
          : [
              messages.expires,
              link.daysLeft === null
                ? formatDay(link.expirationDate)
                : format('expiresOn', { day: formatDay(link.expirationDate), left: formatDaysLeft(link.daysLeft) }),
            ],
        link.teamId === null
          ? null
          : [
              linkMessages.team,
              <Link key="team" component={RouterLink} to={teamPath(link.teamId)} color="inherit" underline="always">
                <bdi>{link.teamName ?? linkMessages.team}</bdi>
              </Link>,
            ],
        link.campaignId === null
          ? null
          : [
              messages.campaign,
              <Link
                key="campaign"
                component={RouterLink}
                to={campaignPath(link.campaignId)}
                color="inherit"
                underline="always"
              >
                <bdi>{link.campaignName ?? messages.campaign}</bdi>
              </Link>,
            ],
        link.promotionType === null ? null : [messages.promotion, <PromotionType key="promotion" link={link} />],
        link.websiteUrl === null || link.websiteUrl === link.articleLink
          ? null
          : [messages.website, <UrlLink key="website" value={link.websiteUrl} />],
        [messages.assignedTo, assignee ?? linkMessages.unassigned],
        link.pocEmail === null ? null : [messages.contact, link.pocEmail],
        link.tags.length === 0 ? null : [linkMessages.tagsFact, <TagChips key="tags" tags={link.tags} />],
        link.remarks === null
          ? null
          : [
              messages.remarks,
              <Box key="remarks" component="span" dir="auto" sx={{ display: 'block', whiteSpace: 'pre-wrap' }}>
                {link.remarks}
              </Box>,
            ],
        [messages.added, <RelativeTime key="added" at={link.addedAt} />],
      ]}
    />
  );
}

/** Instead of the facts of a link that cannot be read now. */
function MissingLink({ id, history }: { id: string; history: readonly HistoryAnswer[] | undefined }) {
  const whoOf = useWho();
  // The newest first.
  const moved = history?.find(({ kind }) => kind === 'trashed' || kind === 'restored' || kind === 'purged');
  if (moved?.kind !== 'trashed') {
    return (
      <EmptyState icon={<TrashIcon />} title={linkMessages.notThere}>
        {linkMessages.notThereHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<TrashIcon />} title={messages.inTrash} action={<RestoreButton linkId={id} texts={messages} />}>
      {element('inTrashHint', { ...whoOf(moved), when: <RelativeTime key="when" at={moved.at} /> })}
    </EmptyState>
  );
}

function Section({ title, children }: { title?: string; children: React.ReactNode }) {
  return (
    <Box component="section" sx={{ px: 3, py: 2.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {title !== undefined && (
        <Typography component="h3" variant="h3" sx={{ mb: 2 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

export function LinkDetails({ id }: { id: string }) {
  const { close, swap } = useOverlay();
  const { data: link, error, mutate } = useLink(id);
  const { previous, next } = useNeighbors(id);
  // Starts at the link in the address: a second press may come before the first press is rendered.
  const step = (direction: keyof Neighbors) => {
    const to = neighborsOf(currentLocation().params.get('link'))[direction];
    if (to !== null) swap('link', 'link', to);
  };
  const { pictures, awaited } = useScreenshots(id);
  useDocumentTitle(link === undefined ? null : pageTitle(siteOfLink(link)));
  const leave = () => close('link');
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is read from its top
  useLayoutEffect(() => {
    panel.current?.scrollTo(0, 0);
  }, [id]);
  const missing = error?.status === 404;
  // When a focused button disappears with its content, the focus is lost, and no key reaches the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content of the panel changes with these
  useLayoutEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus();
  }, [missing, link === undefined]);
  const past = usePast();
  // A link in the trash, and a link that was deleted forever, keep their history.
  const { data: history } = useLinkHistory(id);
  return (
    <Drawer
      open
      anchor="right"
      onClose={leave}
      onKeyDown={(event) => {
        const { key, target, currentTarget, defaultPrevented, altKey, ctrlKey, metaKey } = event;
        if (defaultPrevented || altKey || ctrlKey || metaKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
        // A dialog above the panel has keys of its own.
        if (target instanceof Element && !currentTarget.contains(target)) return;
        // In the history the arrow keys move from entry to entry; in a field they are the field's.
        if (target instanceof Element && target.closest('ul, ol, input, textarea, [role="combobox"]') !== null) return;
        event.preventDefault();
        step(key === 'ArrowUp' ? 'previous' : 'next');
      }}
      // A dialog like any other: the last one opened is on top.
      sx={{ zIndex: 'modal' }}
      slotProps={{
        paper: {
          ref: panel,
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': 'details-title',
          sx: { width: 'min(100vw, 560px)', borderRadius: 0, borderLeft: { sm: 1 }, borderColor: { sm: 'divider' } },
        },
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          height: 56,
          pl: 3,
          pr: 1.5,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id="details-title" component="h2" variant="h2" sx={{ flex: 1 }}>
          {messages.detailsTitle}
        </Typography>
        {(previous !== null || next !== null) && (
          <>
            <ActionTooltip title={messages.previousLink}>
              <IconButton
                aria-label={messages.previousLink}
                aria-keyshortcuts="ArrowUp"
                {...disabledProps(previous === null)}
                onClick={() => step('previous')}
              >
                <ChevronDownIcon sx={{ transform: 'rotate(180deg)' }} />
              </IconButton>
            </ActionTooltip>
            <ActionTooltip title={messages.nextLink}>
              <IconButton
                aria-label={messages.nextLink}
                aria-keyshortcuts="ArrowDown"
                {...disabledProps(next === null)}
                onClick={() => step('next')}
              >
                <ChevronDownIcon />
              </IconButton>
            </ActionTooltip>
          </>
        )}
        <IconButton aria-label={common.close} onClick={leave}>
          <CloseIcon />
        </IconButton>
      </Box>
      {missing && past ? (
        <EmptyState icon={<TrashIcon />} title={messages.notThereThen}>
          {messages.notThereThenHint}
        </EmptyState>
      ) : missing ? (
        <MissingLink id={id} history={history} />
      ) : link === undefined && error !== undefined ? (
        <EmptyState
          icon={<AlertIcon />}
          title={linkMessages.detailsFailed}
          action={<Button onClick={() => void mutate()}>{common.retry}</Button>}
        >
          {error.message}
        </EmptyState>
      ) : (
        <>
          <Section>
            {link === undefined ? (
              <Box sx={{ minHeight: 84 }}>
                <Skeleton width={88} height={24} />
                <Skeleton width="70%" />
              </Box>
            ) : (
              <>
                <Box sx={{ fontSize: '1rem' }}>
                  <LinkStatus status={shownStatus(link.status, link.wasLive)} checking={link.checking} />
                </Box>
                <Typography sx={{ mt: 0.5, mb: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {formatLinkReason(link)}
                </Typography>
                {link.correction !== null && <CorrectionNote link={link} correction={link.correction} />}
                {link.warnings.length > 0 && (
                  <Box sx={{ mb: 2 }}>
                    <WarningList warnings={link.warnings} />
                  </Box>
                )}
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                  <RecheckButton link={link} wide />
                  <EditButton link={link} wide />
                  {link.lastChecked !== null && <CorrectButton link={link} />}
                  <TrashButton link={link} wide onTrash={leave} />
                  <EvidencePackButton key={id} subject={{ linkId: id }} since={link.addedAt.slice(0, 10)} />
                </Box>
              </>
            )}
          </Section>
          <Section>
            {link === undefined ? (
              [1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height={24} />)
            ) : (
              <LinkFacts link={link} />
            )}
          </Section>
        </>
      )}
      {(pictures.length > 0 || awaited) && !missing && (
        <Section
          title={pictures.length + (awaited ? 1 : 0) > 1 ? screenshotMessages.title : screenshotMessages.titleOfOne}
        >
          <StatusScreenshots key={id} pictures={pictures} awaited={awaited} />
        </Section>
      )}
      {(!missing || history !== undefined) && (
        <Section title={messages.history}>
          <LinkHistory key={id} id={id} />
        </Section>
      )}
    </Drawer>
  );
}
