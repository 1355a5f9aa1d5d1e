/** An alert as the API shows it. */
import type { FeedEntry } from '../../projections/alerts/alert-feed.ts';
import { formatAlert, formatCounts } from '../../projections/alerts/alert-messages.ts';
import { type AlertFact, EVERYBODY } from '../../projections/views/links/alerts.ts';
import type { LinkDoc } from '../../projections/views/links/links.ts';
import { teamIdOf } from '../access/access.ts';
import type { AlertAnswer } from '../contract/answers/alerts.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';

/** What the alerts are about, each by its id. */
export interface AlertContext {
  readonly alerts: ReadonlyMap<string, AlertFact>;
  /** Only those that the asking person sees. */
  readonly links: ReadonlyMap<string, LinkDoc>;
  readonly people: Names;
  readonly teams: ReadonlyMap<string, string>;
}

/** Names every outgoing field. What went away since the feed was read is told without particulars. */
export function presentAlert(entry: FeedEntry, about: AlertContext): AlertAnswer {
  const { id, type, at, read, from } = entry;
  if (from.kind !== 'event') {
    return { id, type, ...formatCounts(from.kind, from.counts), at, read, linkId: null, teamId: null };
  }
  const what = about.alerts.get(id);
  const link = (what !== undefined && 'linkId' in what ? about.links.get(what.linkId) : undefined) ?? null;
  const teamId = from.audience === EVERYBODY ? null : teamIdOf(from.audience);
  const names = {
    link,
    person: (what?.kind === 'joined' ? about.people.get(what.userId) : undefined) ?? UNKNOWN_PERSON,
    team: (teamId === null ? undefined : about.teams.get(teamId)) ?? 'the team',
  };
  const words = what === undefined ? GONE : formatAlert(what, at, names);
  return { id, type, title: words.title, message: words.message, at, read, linkId: link?.id ?? null, teamId };
}

const GONE = { title: 'Alert', message: 'What this alert was about is not there any more.' };
