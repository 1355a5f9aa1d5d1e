/** The Link Details: beside the page on a wide screen, else above it. */
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { HistoryAnswer, LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { usePast } from '../../platform/address/as-of.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { currentLocation } from '../../platform/address/search-params.ts';
import { useDocumentTitle } from '../../platform/browser/use-document-title.ts';
import { useShortcuts } from '../../platform/browser/use-shortcuts.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { safeHref, splitUrl } from '../../platform/format/urls.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { ChevronDownIcon, CloseIcon, ExternalIcon, TrashIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { LoadFailure } from '../../ui/pages/LoadFailure.tsx';
import { pageTitle } from '../../ui/text/page-title.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { UrlLink } from '../../ui/text/UrlText.tsx';
import { RecheckButton } from '../actions/RecheckButton.tsx';
import { RestoreButton } from '../actions/RestoreButton.tsx';
import { CorrectButton } from '../corrections/CorrectButton.tsx';
import { CorrectionNote } from '../corrections/CorrectionNote.tsx';
import { LinkStatus } from '../LinkStatus.tsx';
import { useLink } from '../link-queries.ts';
import { messages as linkMessages } from '../messages.ts';
import { formatLinkReason } from '../reasons.ts';
import { shownStatus } from '../shown-status.ts';
import { siteOfLink } from '../site-of-link.ts';
import { Agreement } from '../terms/Agreement.tsx';
import { WarningList } from '../Warnings.tsx';
import { useWho } from './CheckLine.tsx';
import { DetailsFrame } from './DetailsFrame.tsx';
import { FactList } from './FactList.tsx';
import { LinkEvidence } from './LinkEvidence.tsx';
import { FoundFacts, LinkFacts } from './LinkFacts.tsx';
import { LinkHistory } from './LinkHistory.tsx';
import { isOftenCorrected, LinkMenu } from './LinkMenu.tsx';
import { MoneyBlock } from './MoneyBlock.tsx';
import { element, format, messages } from './messages.ts';
import { type Neighbors, neighborsOf, useNeighbors } from './shown-links.ts';
import { seenSince } from './timeline.ts';
import { useLinkHistory } from './use-link-history.ts';

const EvidencePackDialog = lazy(async () => ({
  default: (await import('../evidence-packs/EvidencePackDialog.tsx')).EvidencePackDialog,
}));

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
  // The entry that set an address last.
  const addressOf = (field: 'articleLink' | 'clientLink') => {
    for (const entry of history ?? []) {
      if (entry.kind === 'added') return entry[field];
      const change = entry.kind === 'edited' ? entry.changes.find((each) => each.field === field) : undefined;
      if (change !== undefined) return change.to ?? '';
    }
    return '';
  };
  return (
    <EmptyState
      icon={<TrashIcon />}
      title={messages.inTrash}
      action={<RestoreButton linkIds={[id]} texts={messages} />}
    >
      {element('inTrashHint', { ...whoOf(moved), when: <RelativeTime key="when" at={moved.at} /> })}
      <Box sx={{ mt: 2, textAlign: 'start' }}>
        <FactList
          rows={[
            [linkMessages.articleLink, <UrlLink key="article" value={addressOf('articleLink')} />],
            [linkMessages.clientLink, <UrlLink key="client" value={addressOf('clientLink')} />],
          ]}
        />
      </Box>
    </EmptyState>
  );
}

function Section({ title, children }: { title?: string; children: React.ReactNode }) {
  return (
    <Box component="section" sx={{ px: 3, py: 2.5, 'section + &': { borderTop: 1, borderColor: 'divider' } }}>
      {title !== undefined && (
        <Typography component="h3" variant="h3" sx={{ mb: 2 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

/** The site and the path of the article, which opens in a new tab. */
function Title({ link }: { link: LinkDetailsAnswer | undefined }) {
  const { host, rest } = splitUrl(link === undefined ? '' : link.articleLink || link.clientLink);
  const href = safeHref(link?.articleLink ?? '');
  const name = (
    <>
      {host || messages.detailsTitle}
      <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
        {rest}
      </Box>
    </>
  );
  const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
  return (
    <Typography component="h2" variant="h3" title={link?.articleLink} sx={{ flex: 1, minWidth: 0, display: 'flex' }}>
      {href === null ? (
        <Box sx={cut}>{name}</Box>
      ) : (
        <Link
          href={href}
          target="_blank"
          rel="noreferrer noopener"
          color="inherit"
          underline="hover"
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}
        >
          <Box component="span" sx={cut}>
            {name}
          </Box>
          <ExternalIcon aria-hidden sx={{ fontSize: 14, flexShrink: 0, color: 'text.secondary' }} />
        </Link>
      )}
    </Typography>
  );
}

/** The status and since when, its reason, what people and checks add to it, and the main action. */
function Head({ link }: { link: LinkDetailsAnswer }) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75, fontSize: '1rem' }}>
        <LinkStatus status={shownStatus(link.status, link.wasLive)} checking={link.checking} />
        {!link.checking && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {format('since', { day: formatDay(link.statusSince) })}
          </Box>
        )}
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
        {isOftenCorrected(link) && <CorrectButton link={link} />}
      </Box>
    </>
  );
}

/** Steps to a neighbor; the keys are for every place of the page. */
function StepButtons({ id, step }: { id: string; step: (to: keyof Neighbors) => void }) {
  const neighbors = useNeighbors(id);
  useShortcuts(useMemo(() => ({ j: () => step('next'), k: () => step('previous') }), [step]));
  if (neighbors.previous === null && neighbors.next === null) return null;
  const buttons = [
    ['previous', messages.previousLink, 'k ArrowUp', 'rotate(180deg)'],
    ['next', messages.nextLink, 'j ArrowDown', 'none'],
  ] as const;
  return buttons.map(([to, label, keys, transform]) => (
    <ActionTooltip key={to} title={label}>
      <IconButton
        aria-label={label}
        aria-keyshortcuts={keys}
        {...disabledProps(neighbors[to] === null)}
        onClick={() => step(to)}
      >
        <ChevronDownIcon sx={{ transform }} />
      </IconButton>
    </ActionTooltip>
  ));
}

export function LinkDetails({ id }: { id: string }) {
  const { params, open, close } = useOverlay();
  const { data: link, error, mutate } = useLink(id);
  // Starts at the link in the address: a second press may come before the first press is rendered.
  const step = useCallback(
    (direction: keyof Neighbors) => {
      const to = neighborsOf(currentLocation().params.get('link'))[direction];
      if (to !== null) open('link', to);
    },
    [open],
  );
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
  const sinceOf = (field: 'anchor' | 'linkType', present: string | null) => {
    const seen = seenSince(history ?? [], field);
    return seen === null || seen.value !== present ? null : seen.since.slice(0, 10);
  };
  return (
    <DetailsFrame panel={panel} leave={leave} step={step}>
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
        <Title link={link} />
        <StepButtons id={id} step={step} />
        {link !== undefined && <LinkMenu link={link} leave={leave} />}
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
        <LoadFailure error={error} failed={linkMessages.detailsFailed} retry={mutate} />
      ) : link === undefined ? (
        <Section>
          {[1, 2, 3, 4, 5, 6, 7].map((row) => (
            <Skeleton key={row} height={24} />
          ))}
        </Section>
      ) : (
        <>
          <Section>
            <Head link={link} />
          </Section>
          <Section>
            <FoundFacts link={link} />
          </Section>
          <Section>
            <Agreement
              link={link}
              seen={{ anchor: sinceOf('anchor', link.anchor), linkType: sinceOf('linkType', link.linkType) }}
            />
          </Section>
          <MoneyBlock link={link} />
          <LinkEvidence key={id} id={id} />
        </>
      )}
      {(!missing || history !== undefined) && (
        <Section title={messages.history}>
          <LinkHistory key={id} id={id} />
        </Section>
      )}
      {link !== undefined && !missing && (
        <Section title={messages.facts}>
          <LinkFacts link={link} />
        </Section>
      )}
      <LazyBoundary>
        {params.get('dialog') === 'link-evidence-pack' && link !== undefined && (
          <EvidencePackDialog key={id} subject={{ linkId: id }} since={link.addedAt.slice(0, 10)} />
        )}
      </LazyBoundary>
    </DetailsFrame>
  );
}
