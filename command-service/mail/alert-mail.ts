/** The text of alert mails and of the weekly report. Each says how to turn it off. */
import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { Mail } from '../../infra/ports/mailer.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type FeedEntry, readAlertFeed } from '../../projections/alerts/alert-feed.ts';
import { formatAlert } from '../../projections/alerts/alert-messages.ts';
import { type Audience, alerts } from '../../projections/views/links/alerts.ts';
import { linkCountId, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { teams } from '../../projections/views/people/teams.ts';
import type { UserDoc } from '../../projections/views/people/users.ts';
import { isSampleScope, type Scope, teamIdOf, teamScope, userScope } from '../scope.ts';
import { toSingleLine, wrapLines } from './mail-text.ts';

interface Letter {
  readonly reads: ReadStore;
  readonly publicUrl: string;
  readonly person: UserDoc;
}

export interface AlertLetter extends Letter {
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
  /** The mail is a digest of the rest of the previous day. */
  readonly isDigest: boolean;
}

interface ReportLetter extends Letter {
  readonly kept: Pick<DurableStore, 'listOf'>;
  readonly now: () => Date;
}

/** The most alerts of one scope that a mail lists; the others are counted. */
const NAMED = 20;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** One mail about all alerts, scope by scope; null if their links no longer exist. */
export async function composeAlertMail({
  reads,
  publicUrl,
  person,
  entries,
  isDigest,
}: AlertLetter): Promise<Mail | null> {
  const byAudience = new Map<Audience, string[]>();
  const titles: string[] = [];
  for (const { audience, title, message } of await inWords(reads, entries)) {
    if (isSampleScope(audience)) continue;
    titles.push(title);
    const lines = byAudience.get(audience) ?? [];
    byAudience.set(audience, [...lines, wrapLines(`${title}: ${message}`)]);
  }
  const [only, ...others] = titles;
  if (only === undefined) return null;
  const many = `${titles.length} alerts`;
  const what = isDigest ? `daily digest, ${others.length === 0 ? '1 alert' : many}` : others.length === 0 ? only : many;
  const names = await scopeNames(reads, [...byAudience.keys()]);
  const sections = [...byAudience].map(([audience, lines]) => {
    const rest = lines.length - NAMED;
    const more = rest > 0 ? [`And ${rest} more.`] : [];
    return [names.get(audience) ?? 'Your links', ...lines.slice(0, NAMED), ...more].join('\n\n');
  });
  return letter(person, `Linkledger: ${what}`, [
    ...sections,
    `All alerts: ${publicUrl}/alerts`,
    `You get at most one such mail an hour. Switch them off here:\n${publicUrl}/settings#notifications`,
  ]);
}

/** The weekly report: a person's links scope by scope, and the week's changes; null for a person without links. */
export async function reportMail({ reads, kept, publicUrl, person, now }: ReportLetter): Promise<Mail | null> {
  const { rows } = await reads.find(memberships, { where: { userId: person.id } });
  const scopes: readonly Scope[] = [userScope(person.id), ...rows.map(({ teamId }) => teamScope(teamId))].filter(
    (scope) => !isSampleScope(scope),
  );
  const ids = scopes.map((scope) => linkCountId(scope, { kind: 'scope' }));
  const counts = await reads.getMany(linkCounts, ids);
  if (counts.length === 0) return null;
  const since = new Date(now().getTime() - WEEK_MS).toISOString();
  const feed = (await readAlertFeed(reads, kept, person.id, now())).filter(
    ({ at, from }) => at >= since && from.kind === 'event',
  );
  const names = await scopeNames(reads, scopes);
  const sections = counts.map(({ scope, live, removed, notFound, pending }) => {
    const own = feed.filter(({ from }) => from.kind === 'event' && from.audience === scope);
    const of = (...types: readonly FeedEntry['type'][]) => own.filter(({ type }) => types.includes(type)).length;
    return [
      names.get(scope) ?? 'Your links',
      `${live} live, ${removed - notFound} removed, ${notFound === 0 ? '' : `${notFound} not found yet, `}${pending} pending.`,
      wrapLines(
        `In the last seven days: ${of('removed')} removed, ${of('status')} other changes, ${of('expiring')} announced to expire.`,
      ),
    ].join('\n');
  });
  return letter(person, 'Linkledger: your weekly report', [
    ...sections,
    `Your links: ${publicUrl}/`,
    `Switch the weekly report off here:\n${publicUrl}/settings#notifications`,
  ]);
}

function letter({ email, firstName }: UserDoc, subject: string, parts: readonly string[]): Mail {
  const name = toSingleLine(firstName);
  return {
    to: email,
    subject,
    text: [name === '' ? 'Hello,' : `Hello ${name},`, ...parts].join('\n\n'),
    terminalLine: `Mail to ${email}: ${subject}`,
  };
}

/** In the order of the entries, without those whose link no longer exists. */
async function inWords(reads: ReadStore, entries: readonly FeedEntry[]) {
  const docs = await reads.getMany(alerts, [
    ...new Set(entries.flatMap(({ from }) => (from.kind === 'event' ? from.doc : []))),
  ]);
  const found = new Map(docs.flatMap((doc) => doc.alerts.map((alert) => [alert.id, alert])));
  const known = await reads.getMany(
    links,
    docs.map(({ id }) => id),
  );
  const linkOf = new Map(known.filter(({ place }) => place === 'active').map((doc) => [doc.id, doc]));
  return entries.flatMap(({ id, from }) => {
    const alert = found.get(id);
    const what = alert?.what;
    if (alert === undefined || what === undefined || from.kind !== 'event' || !('linkId' in what)) return [];
    const link = linkOf.get(what.linkId);
    if (link === undefined || link.scope !== from.audience) return [];
    const words = formatAlert(what, alert.at, { link, person: '', team: '' });
    return { audience: from.audience, ...words };
  });
}

/** The names of scopes in mails. */
async function scopeNames(reads: ReadStore, scopes: readonly Audience[]): Promise<ReadonlyMap<Audience, string>> {
  const ids = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  const found = await reads.getMany(teams, ids);
  return new Map(found.map(({ id, name }) => [teamScope(id), `Team ${toSingleLine(name)}`]));
}
