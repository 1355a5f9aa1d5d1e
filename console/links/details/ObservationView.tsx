/** What one check saw, visit by visit. Everything from the page is shown as text. */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type {
  FoundLink,
  Hop,
  Indexing,
  Observation,
  TargetResponse,
  Visit,
} from '../../../command-service/contract/observation.ts';
import { formatNumber } from '../../platform/format/counts.ts';
import { formatQuoted } from '../../platform/format/quotes.ts';
import { translateCheckerText } from '../../platform/language/server-texts.ts';
import { formatFault, formatIndexing, formatLanding, formatNearMiss, formatRobotsTxt } from '../reasons.ts';
import { FactList } from './FactList.tsx';
import { format, formatRead, observationMessages as words } from './messages.ts';

/** Pairs each item with a unique key, made of its text: a page may have the same link twice. */
function keyed<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly (readonly [string, Item])[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const text = textOf(item);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return [`${before} ${text}`, item];
  });
}

function Seen({ link }: { link: FoundLink }) {
  const notes = [
    link.rel.length === 0 ? words.noRel : `${words.rel}: ${link.rel.join(' ')}`,
    ...(link.where === undefined ? [] : [words[link.where]]),
    ...(link.hidden === true ? [words.hidden] : []),
    ...(link.afterScrolling === true ? [words.afterScrolling] : []),
  ];
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Typography variant="body2" dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {link.anchor === '' ? `(${words.emptyAnchor})` : formatQuoted(link.anchor)}
      </Typography>
      <Typography variant="caption" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {link.href} · {notes.join(' · ')}
      </Typography>
      <Box
        component="code"
        sx={{
          display: 'block',
          mt: 0.5,
          px: 1,
          py: 0.75,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.sunken',
          fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
          fontSize: '0.75rem',
          lineHeight: 1.5,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {link.snippet}
      </Box>
    </Box>
  );
}

interface SeenListProps {
  readonly title: string;
  readonly links: readonly FoundLink[];
  readonly level?: 'h4' | 'h5';
}

export function SeenList({ title, links, level = 'h5' }: SeenListProps) {
  return (
    <Box sx={{ '* + &': { mt: 1.5 } }}>
      <Typography component={level} variant="caption" sx={{ fontWeight: 600 }}>
        {title} ({links.length})
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {keyed(links, ({ href, snippet }) => href + snippet).map(([key, link]) => (
          <Seen key={key} link={link} />
        ))}
      </Box>
    </Box>
  );
}

/** The redirects of a visit, and where it arrived. */
function Way({ hops, finalUrl }: { hops: readonly Hop[]; finalUrl: string }) {
  return (
    <Box component="ol" sx={{ m: 0, pl: 2.25 }}>
      {keyed(hops, ({ url }) => url).map(([key, hop]) => (
        <li key={key}>
          {hop.url}{' '}
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            ({hop.via === 'meta-refresh' ? words.metaRefresh : hop.via})
          </Box>
        </li>
      ))}
      <li>{finalUrl}</li>
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ '& + &': { mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' } }}>
      <Typography component="h4" variant="body2" sx={{ fontWeight: 600, mb: 0.75 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function VisitFacts({ visit }: { visit: Visit }) {
  const answer = visit.httpStatus === null ? words.noAnswer : `HTTP ${visit.httpStatus}`;
  return (
    <Part title={words[visit.by]}>
      <FactList
        rows={[
          [words.address, visit.hops.length === 0 ? visit.requestedUrl : <Way key="way" {...visit} />],
          [words.answer, visit.contentType === null ? answer : `${answer} · ${visit.contentType}`],
          visit.error === null ? null : [words.problem, translateCheckerText(visit.error.message)],
          visit.challenge ? [words.problem, words.challenge] : null,
          ...(visit.faults ?? []).map((fault): [string, string] => [words.problem, formatFault(fault)]),
          ...(visit.nearMisses ?? []).map((miss): [string, string] => [words.nearest, formatNearMiss(miss)]),
          visit.title === null ? null : [words.title, <bdi key="title">{visit.title}</bdi>],
          visit.notModified === true ? [words.read, words.notModified] : null,
          visit.bytes === 0 ? null : [words.read, formatRead(visit)],
          visit.bytes === 0 ? null : [words.links, formatNumber(visit.linkCount)],
          visit.metaRobots === null ? null : [words.robots, visit.metaRobots],
          visit.xRobotsTag === null ? null : [words.robotsHeader, visit.xRobotsTag],
          visit.canonical === null || visit.canonical === visit.finalUrl ? null : [words.canonical, visit.canonical],
          visit.matches.length === 0 && visit.complete ? [words.matches, words.noMatch] : null,
        ]}
      />
      {visit.matches.length > 0 && <SeenList title={words.matches} links={visit.matches} />}
      {visit.matches.length === 0 && visit.nearMisses === undefined && visit.nearest.length > 0 && (
        <SeenList title={words.nearest} links={visit.nearest} />
      )}
    </Part>
  );
}

function IndexingFacts({ indexing }: { indexing: Indexing }) {
  const { robotsTxt, canonicalElsewhere } = indexing;
  return (
    <Part title={words.searchEngines}>
      <FactList
        rows={[
          [words.listing, formatIndexing(indexing)],
          robotsTxt === null ? null : [words.robotsTxt, formatRobotsTxt(robotsTxt)],
          canonicalElsewhere === null
            ? null
            : [words.original, format('observation.canonicalElsewhere', { url: canonicalElsewhere })],
        ]}
      />
    </Part>
  );
}

function LandingFacts({ landing }: { landing: TargetResponse }) {
  return (
    <Part title={words.clientPage}>
      <FactList
        rows={[
          [words.address, landing.hops.length === 0 ? landing.finalUrl : <Way key="way" {...landing} />],
          [words.answer, formatLanding(landing)],
        ]}
      />
    </Part>
  );
}

export function ObservationView({ observation, ruleVersion }: { observation: Observation; ruleVersion: number }) {
  return (
    <Box sx={{ mt: 1, p: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default' }}>
      {keyed(observation.visits, ({ by }) => by).map(([key, visit]) => (
        <VisitFacts key={key} visit={visit} />
      ))}
      {observation.indexing !== undefined && <IndexingFacts indexing={observation.indexing} />}
      {observation.landing !== undefined && <LandingFacts landing={observation.landing} />}
      <Typography variant="caption" component="p" sx={{ m: 0, mt: 1.5, color: 'text.secondary' }}>
        {observation.browserSkipped !== null &&
          `${format('observation.skipped', { why: translateCheckerText(observation.browserSkipped) })} `}
        {format('observation.rules', { version: ruleVersion })}
      </Typography>
    </Box>
  );
}
