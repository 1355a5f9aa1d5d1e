/** Alerts for the API. */
import { formatReason } from '../../command-service/contract/reasons.ts';
import { formatLinkEvent, linkEventOf } from '../../projections/alerts/alert-events.ts';
import type { FeedEntry } from '../../projections/alerts/alert-feed.ts';
import { formatAlert, formatCounts, formatUnfound } from '../../projections/alerts/alert-messages.ts';
import { type AlertFact, EVERYBODY } from '../../projections/views/links/alerts.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { teamIdOf } from '../access/access.ts';
import type { AlertAnswer, LinkNewsAnswer } from '../contract/answers/alerts.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';
import { presentWarnings } from './warnings.ts';

/** The documents the alerts refer to, by id. */
export interface AlertContext {
  readonly alerts: ReadonlyMap<string, AlertFact>;
  /** Only links the caller may see. */
  readonly links: ReadonlyMap<string, LinkDoc>;
  readonly people: Names;
  readonly teams: ReadonlyMap<string, string>;
  /** The day of an instant in a list. */
  readonly dayIn: (audience: string, at: string) => string;
}

/** Names every outgoing field. An alert whose document no longer exists is shown without details. */
export function presentAlert(entry: FeedEntry, about: AlertContext): AlertAnswer {
  const { id, type, at, read, from } = entry;
  if (from.kind === 'unfound') {
    const teamId = from.audience === EVERYBODY ? null : teamIdOf(from.audience);
    return { id, type, ...formatUnfound(from.count), at, read, ...NO_SUBJECT, teamId };
  }
  if (from.kind !== 'event') {
    return { id, type, ...formatCounts(from.kind, from.counts), at, read, ...NO_SUBJECT, teamId: null };
  }
  const fact = about.alerts.get(id);
  const link = (fact !== undefined && 'linkId' in fact ? about.links.get(fact.linkId) : undefined) ?? null;
  const teamId = from.audience === EVERYBODY ? null : teamIdOf(from.audience);
  const names = {
    link,
    person: (fact?.kind === 'joined' ? about.people.get(fact.userId) : undefined) ?? UNKNOWN_PERSON,
    team: (teamId === null ? undefined : about.teams.get(teamId)) ?? 'the team',
  };
  const text = fact === undefined ? GONE : formatAlert(fact, about.dayIn(from.audience, at), names);
  const news = fact === undefined || link === null ? null : presentNews(fact, link);
  const reportId = fact?.kind === 'report-waits' ? fact.reportId : null;
  const subject = { linkId: link?.id ?? null, reportId, news, teamId };
  return { id, type, title: text.title, message: text.message, at, read, ...subject };
}

function presentNews(fact: AlertFact, { articleLink, clientLink }: LinkDoc): LinkNewsAnswer | null {
  const event = linkEventOf(fact);
  if (event === null) return null;
  return { articleLink, clientLink, event, details: formatLinkEvent(fact), ...factsOf(fact) };
}

function factsOf(fact: AlertFact): Pick<LinkNewsAnswer, 'reason' | 'warnings' | 'day' | 'deviation'> {
  const noFacts = { reason: null, warnings: [], day: null, deviation: null };
  switch (fact.kind) {
    case 'status-changed': {
      const { reason: code, details } = fact;
      return { ...noFacts, reason: { code, text: formatReason(code, details), details: details ?? null } };
    }
    case 'warned':
      return { ...noFacts, warnings: presentWarnings(fact.warnings) };
    case 'deviates':
      return { ...noFacts, deviation: { code: fact.code, evidence: fact.evidence } };
    case 'expires':
      return { ...noFacts, day: fact.expirationDate };
    case 'unchecked':
      return { ...noFacts, day: fact.lastChecked.slice(0, 10) };
    default:
      return noFacts;
  }
}

const NO_SUBJECT = { linkId: null, reportId: null, news: null };

const GONE = { title: 'Alert', message: 'The subject of this alert no longer exists.' };
