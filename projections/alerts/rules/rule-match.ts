/** Whether an alert rule wants an alert. */
import { type Scope, userIdOf } from '../../../command-service/contract/scope.ts';
import { tagKey } from '../../../command-service/contract/tags.ts';
import type { AlertRule } from '../../../command-service/model/alert-rule/events.ts';
import type { ReadStore } from '../../../infra/ports/storage/read-store.ts';
import { type Audience, EVERYBODY } from '../../views/links/alerts.ts';
import { readClientBook } from '../../views/links/client-book.ts';
import { memberships } from '../../views/people/memberships.ts';
import type { AlertNews } from './alert-news.ts';

/** What the receiver of a rule sees. */
export interface RuleViewer {
  /** null for a channel. */
  readonly userId: string | null;
  /** Since when the receiver sees an audience; an ISO instant, '' for always. */
  readonly audiences: ReadonlyMap<Audience, string>;
  /** All domains of the client that the rule is about. */
  readonly clientDomains: ReadonlySet<string>;
}

/** Reads what the receiver of a rule of this person or team sees; null if the receiver is not in the team. */
export async function readViewer(
  reads: Pick<ReadStore, 'find'>,
  scope: Scope,
  { to, where }: AlertRule,
): Promise<RuleViewer | null> {
  const person = userIdOf(scope);
  const userId = person ?? (to.kind === 'member' ? to.id : null);
  const { rows } = userId === null ? { rows: [] } : await reads.find(memberships, { where: { userId } });
  const joined = rows.map(({ teamId, since }): [Audience, string] => [`team:${teamId}`, since]);
  const teams = person === null ? joined.filter(([audience]) => audience === scope) : joined;
  if (person === null && userId !== null && teams.length === 0) return null;
  const audiences = new Map<Audience, string>([[EVERYBODY, ''], [scope, ''], ...teams]);
  const scopes = [...audiences.keys()].filter((audience) => audience !== EVERYBODY);
  const domains = where.kind === 'client' ? (await readClientBook(reads, scopes)).of(where.id).domains : [];
  return { userId, audiences, clientDomains: new Set(domains) };
}

/** What a person did is no news to them; nor is what happened before they joined. */
export function matches(rule: AlertRule, news: AlertNews, { userId, audiences, clientDomains }: RuleViewer): boolean {
  const { kind, codes, fact, audience, at } = news;
  const since = audiences.get(audience);
  const wanted = new Set<string>(kind === 'deviates' ? rule.deviations : kind === 'warned' ? rule.warnings : []);
  return (
    rule.kinds.includes(kind) &&
    fact.kind !== 'resumed' &&
    since !== undefined &&
    at >= since &&
    (userId === null || news.authorId !== userId) &&
    (wanted.size === 0 || codes.some((code) => wanted.has(code))) &&
    (kind === 'outage' || isPlace(rule.where, news, userId, clientDomains))
  );
}

function isPlace(
  where: AlertRule['where'],
  { audience, assignedTo, clientDomain, campaignId, tags }: AlertNews,
  userId: string | null,
  clientDomains: ReadonlySet<string>,
): boolean {
  switch (where.kind) {
    case 'everything':
      return true;
    case 'assigned':
      return userId !== null && assignedTo === userId;
    case 'list':
      return audience === where.id;
    case 'client':
      return clientDomains.has(clientDomain);
    case 'campaign':
      return campaignId === where.id;
    case 'tag':
      return tags.some((tag) => tagKey(tag) === tagKey(where.id));
    default:
      where satisfies never;
      return false;
  }
}
