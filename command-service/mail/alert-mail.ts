/** The text of alert mails and of the weekly report. Each says how to turn it off. */

import type { Mail } from '../../infra/ports/process/mailer.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type AlertTexts, alertTexts, type LinkAlert } from '../../projections/alerts/alert-events.ts';
import { type FeedEntry, readAlertFeed } from '../../projections/alerts/alert-feed.ts';
import { formatLinkAlert } from '../../projections/alerts/alert-messages.ts';
import { alertKindOf } from '../../projections/alerts/rules/alert-news.ts';
import { type Audience, alerts } from '../../projections/views/links/alerts.ts';
import { linkCountId, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { daysOfLists } from '../../projections/views/people/days-of-lists.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { teams } from '../../projections/views/people/teams.ts';
import type { UserDoc } from '../../projections/views/people/users.ts';
import { readerIn } from '../contract/languages.ts';
import { type Scope, teamIdOf, teamScope, userScope } from '../contract/scope.ts';
import type { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { type MailBlock, mailBody } from './mail-body.ts';
import { type MailTexts, mailTexts } from './mail-language.ts';
import { toSingleLine } from './mail-text.ts';

interface Letter {
  readonly reads: ReadStore;
  readonly publicUrl: string;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'ofSetting'>;
  readonly person: UserDoc;
}

interface AlertLetter extends Letter {
  /** Alerts, newest first. */
  readonly entries: readonly FeedEntry[];
  /** The mail is a digest of the rest of the previous day. */
  readonly isDigest: boolean;
}

interface ReportLetter extends Letter {
  readonly state: Pick<DurableStore, 'listOf'>;
  readonly now: () => Date;
}

/** The most alerts that a mail lists for one scope; it counts the rest. */
const NAMED = 20;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** One mail about all alerts, scope by scope; null if their links no longer exist. */
export async function composeAlertMail({
  reads,
  publicUrl,
  person,
  entries,
  isDigest,
  unsubscribing,
}: AlertLetter): Promise<Mail | null> {
  const reader = readerIn(person.settings.language);
  const texts = mailTexts(reader);
  const { text } = texts;
  const found = await inWords(reads, entries, alertTexts(reader));
  if (found.length === 0) return null;
  const byAudience = Map.groupBy(found, ({ audience }) => audience);
  const names = await scopeNames(reads, [...byAudience.keys()], texts);
  const sections = [...byAudience].flatMap(([audience, alerts]): MailBlock[] => {
    const rest = alerts.length - NAMED;
    const items = alerts.slice(0, NAMED).map(({ title, message, linkId, article }) => ({
      ...{ title, text: message, article },
      url: `${publicUrl}/?link=${linkId}`,
    }));
    return [
      { kind: 'heading', text: names.get(audience) ?? text('alerts.yours') },
      { kind: 'list', items },
      ...(rest > 0 ? [{ kind: 'paragraph' as const, text: text('alerts.more', { count: rest }) }] : []),
    ];
  });
  const events = formatEvents(found, texts);
  return letter(person, texts, isDigest ? text('alerts.digest', { events }) : events, [
    ...sections,
    { kind: 'button', label: text('alerts.all'), url: `${publicUrl}/alerts` },
    {
      kind: 'note',
      text: text('alerts.rhythm'),
      link: { label: text('alerts.choose'), url: `${publicUrl}/settings#notifications` },
    },
    { kind: 'unsubscribe', url: unsubscribing.ofSetting(person.id, 'emailNotifications') },
  ]);
}

/** The kinds of alerts about links, the most serious first: the order in a subject. */
const KINDS = ['lost', 'not-found', 'live', 'unclear', 'expires', 'warned', 'deviates', 'unchecked'] as const;

/** '3 links lost, 1 link expiring for client.example': names the client if all links have the same. */
function formatEvents(
  found: readonly { readonly fact: LinkAlert; readonly client: string }[],
  { text, locale }: MailTexts,
): string {
  const counts = Map.groupBy(found, ({ fact }) => alertKindOf(fact));
  const parts = KINDS.flatMap((kind) => {
    const count = counts.get(kind)?.length ?? 0;
    return count === 0 ? [] : [text(`event.${kind}`, { count })];
  });
  const events = new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
  const [client = '', ...otherClients] = new Set(found.map((each) => each.client));
  return client === '' || otherClients.length > 0 ? events : text('alerts.ofClient', { events, client });
}

/** The weekly report: a person's links by scope, and the week's changes; null for a person without links. */
export async function reportMail(options: ReportLetter): Promise<Mail | null> {
  const { reads, state, publicUrl, unsubscribing, person, now } = options;
  const { rows } = await reads.find(memberships, { where: { userId: person.id } });
  const scopes: readonly Scope[] = [userScope(person.id), ...rows.map(({ teamId }) => teamScope(teamId))];
  const ids = scopes.map((scope) => linkCountId(scope, { kind: 'scope' }));
  const counts = await reads.getMany(linkCounts, ids);
  if (counts.length === 0) return null;
  const since = new Date(now().getTime() - WEEK_MS).toISOString();
  const feed = (await readAlertFeed(reads, state, person.id, now())).filter(
    ({ at, from }) => at >= since && from.kind === 'event',
  );
  const texts = mailTexts(readerIn(person.settings.language));
  const { text } = texts;
  const names = await scopeNames(reads, scopes, texts);
  const sections = counts.flatMap(({ scope, live, removed, notFound, pending }): MailBlock[] => {
    const own = feed.filter(({ from }) => from.kind === 'event' && from.audience === scope);
    const of = (...types: readonly FeedEntry['type'][]) => own.filter(({ type }) => types.includes(type)).length;
    const changes = { removed: of('removed'), changed: of('status'), expiring: of('expiring') };
    return [
      { kind: 'heading', text: names.get(scope) ?? text('alerts.yours') },
      { kind: 'paragraph', text: text('report.now', { live, removed: removed - notFound, notFound, pending }) },
      { kind: 'paragraph', text: text('report.week', changes) },
    ];
  });
  return letter(person, texts, text('report.subject'), [
    ...sections,
    { kind: 'button', label: text('report.links'), url: `${publicUrl}/` },
    {
      kind: 'note',
      text: text('report.rhythm'),
      link: { label: text('report.off'), url: `${publicUrl}/settings#notifications` },
    },
    { kind: 'unsubscribe', url: unsubscribing.ofSetting(person.id, 'weeklyReport') },
  ]);
}

/** A mail to a person, with a greeting. */
export function letter(
  { email, firstName }: UserDoc,
  texts: MailTexts,
  subject: string,
  blocks: readonly MailBlock[],
): Mail {
  const name = toSingleLine(firstName);
  const hello = name === '' ? texts.text('hello') : texts.text('helloName', { name });
  return {
    to: email,
    subject,
    ...mailBody(texts, subject, [{ kind: 'paragraph', text: hello }, ...blocks]),
    terminalLine: `Mail to ${email}: ${subject}`,
  };
}

/** The alerts as sentences, in order, without those whose link no longer exists. */
async function inWords(reads: ReadStore, entries: readonly FeedEntry[], texts: AlertTexts) {
  const docs = await reads.getMany(alerts, [
    ...new Set(entries.flatMap(({ from }) => (from.kind === 'event' ? from.doc : []))),
  ]);
  const found = new Map(docs.flatMap((doc) => doc.alerts.map((alert) => [alert.id, alert])));
  const linkDocs = await reads.getMany(
    links,
    docs.map(({ id }) => id),
  );
  const scopes = docs.map(({ audience }) => audience);
  const dayIn = await daysOfLists(reads, scopes);
  const linkOf = new Map(linkDocs.filter(({ place }) => place === 'active').map((doc) => [doc.id, doc]));
  return entries.flatMap(({ id, from }) => {
    const alert = found.get(id);
    const fact = alert?.what;
    if (alert === undefined || fact === undefined || from.kind !== 'event' || !('linkId' in fact)) return [];
    const link = linkOf.get(fact.linkId);
    if (link === undefined || link.scope !== from.audience) return [];
    const words = formatLinkAlert(fact, dayIn(from.audience, alert.at), link, texts);
    const client = URL.parse(link.clientLink)?.host.replace(/^www\./, '') ?? '';
    return { audience: from.audience, fact, linkId: fact.linkId, client, article: link.articleLink, ...words };
  });
}

/** The names of scopes in mails. */
export async function scopeNames(
  reads: ReadStore,
  scopes: readonly Audience[],
  { text }: MailTexts,
): Promise<ReadonlyMap<Audience, string>> {
  const ids = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  const found = await reads.getMany(teams, ids);
  return new Map(found.map(({ id, name }) => [teamScope(id), text('alerts.team', { team: toSingleLine(name) })]));
}
