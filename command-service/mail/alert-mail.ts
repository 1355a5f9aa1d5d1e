/** The text of alert mails and of the weekly report. Each says how to turn it off. */
import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { Mail } from '../../infra/ports/mailer.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type FeedEntry, readAlertFeed } from '../../projections/alerts/alert-feed.ts';
import { formatAlert } from '../../projections/alerts/alert-messages.ts';
import { type AlertFact, type Audience, alerts } from '../../projections/views/links/alerts.ts';
import { linkCountId, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { teams } from '../../projections/views/people/teams.ts';
import type { UserDoc } from '../../projections/views/people/users.ts';
import { isSampleScope, type Scope, teamIdOf, teamScope, userScope } from '../scope.ts';
import { type MailBlock, mailBody } from './mail-body.ts';
import { toSingleLine } from './mail-text.ts';

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

/** An alert about a link. */
type LinkAlert = Extract<AlertFact, { readonly linkId: string }>;

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
  const found = (await inWords(reads, entries)).filter(({ audience }) => !isSampleScope(audience));
  if (found.length === 0) return null;
  const byAudience = Map.groupBy(found, ({ audience }) => audience);
  const names = await scopeNames(reads, [...byAudience.keys()]);
  const sections = [...byAudience].flatMap(([audience, alerts]): MailBlock[] => {
    const rest = alerts.length - NAMED;
    const items = alerts.slice(0, NAMED).map(({ title, message, linkId, article }) => ({
      ...{ title, text: message, article },
      url: `${publicUrl}/?link=${linkId}`,
    }));
    return [
      { kind: 'heading', text: names.get(audience) ?? 'Your links' },
      { kind: 'list', items },
      ...(rest > 0 ? [{ kind: 'paragraph' as const, text: `And ${rest} more.` }] : []),
    ];
  });
  const what = formatEvents(found);
  return letter(person, isDigest ? `Daily digest: ${what}` : what, [
    ...sections,
    { kind: 'button', label: 'All alerts', url: `${publicUrl}/alerts` },
    {
      kind: 'note',
      text: 'You get at most one email an hour, five a day.',
      link: { label: 'Choose which emails you get', url: `${publicUrl}/settings#notifications` },
    },
  ]);
}

/** What one link and several links are called in a subject, by what happened to them. */
const EVENTS = {
  lost: ['link lost', 'links lost'],
  notFound: ['link not found yet', 'links not found yet'],
  live: ['link live', 'links live'],
  unclear: ['link could not be checked', 'links could not be checked'],
  expires: ['link expiring', 'links expiring'],
  warned: ['link needs a look', 'links need a look'],
  unchecked: ['link not checked lately', 'links not checked lately'],
} as const;

function eventOf(what: LinkAlert): keyof typeof EVENTS {
  if (what.kind !== 'status-changed') return what.kind;
  if (what.to === 'removed') return what.wasLive ? 'lost' : 'notFound';
  return what.to === 'live' ? 'live' : 'unclear';
}

/** '3 links lost, 1 link expiring for client.example': the most serious first; the client if there is only one. */
function formatEvents(found: readonly { readonly what: LinkAlert; readonly client: string }[]): string {
  const counts = Map.groupBy(found, ({ what }) => eventOf(what));
  const parts = Object.entries(EVENTS).flatMap(([event, [one, many]]) => {
    const count = counts.get(event as keyof typeof EVENTS)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const [client = '', ...others] = new Set(found.map((each) => each.client));
  return `${parts.join(', ')}${client === '' || others.length > 0 ? '' : ` for ${client}`}`;
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
  const sections = counts.flatMap(({ scope, live, removed, notFound, pending }): MailBlock[] => {
    const own = feed.filter(({ from }) => from.kind === 'event' && from.audience === scope);
    const of = (...types: readonly FeedEntry['type'][]) => own.filter(({ type }) => types.includes(type)).length;
    return [
      { kind: 'heading', text: names.get(scope) ?? 'Your links' },
      {
        kind: 'paragraph',
        text: `${live} live, ${removed - notFound} removed, ${notFound === 0 ? '' : `${notFound} not found yet, `}${pending} pending.`,
      },
      {
        kind: 'paragraph',
        text: `In the last seven days: ${of('removed')} removed, ${of('status')} other changes, ${of('expiring')} announced to expire.`,
      },
    ];
  });
  return letter(person, 'Your weekly backlink report', [
    ...sections,
    { kind: 'button', label: 'Your links', url: `${publicUrl}/` },
    {
      kind: 'note',
      text: 'You get this every Monday.',
      link: { label: 'Turn the weekly report off', url: `${publicUrl}/settings#notifications` },
    },
  ]);
}

function letter({ email, firstName }: UserDoc, subject: string, blocks: readonly MailBlock[]): Mail {
  const name = toSingleLine(firstName);
  const greeting = { kind: 'paragraph', text: name === '' ? 'Hello,' : `Hello ${name},` } as const;
  return {
    to: email,
    subject,
    ...mailBody(subject, [greeting, ...blocks]),
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
    const client = URL.parse(link.clientLink)?.host.replace(/^www\./, '') ?? '';
    return { audience: from.audience, what, linkId: what.linkId, client, article: link.articleLink, ...words };
  });
}

/** The names of scopes in mails. */
async function scopeNames(reads: ReadStore, scopes: readonly Audience[]): Promise<ReadonlyMap<Audience, string>> {
  const ids = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  const found = await reads.getMany(teams, ids);
  return new Map(found.map(({ id, name }) => [teamScope(id), `Team ${toSingleLine(name)}`]));
}
