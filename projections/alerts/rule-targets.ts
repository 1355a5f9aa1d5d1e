/** What an alert rule names, and whether the people of its list still see it. Contract: both services read it. */
import { type Scope, teamIdOf } from '../../command-service/contract/scope.ts';
import { tagKey } from '../../command-service/contract/tags.ts';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { EVERYBODY } from '../views/links/alerts.ts';
import { campaigns } from '../views/links/campaigns.ts';
import { readClientBook } from '../views/links/client-book.ts';
import { clients } from '../views/links/clients.ts';
import { clientCountIds, linkCounts } from '../views/links/link-counts.ts';
import { links } from '../views/links/links.ts';
import { channels } from '../views/people/channels.ts';
import { memberships } from '../views/people/memberships.ts';
import { readViewer } from './rules/rule-match.ts';

/** What a rule names that is gone, or that its list no longer sees: the rule then tells nothing. */
export type MissingTarget = 'person' | 'channel' | 'list' | 'client' | 'campaign' | 'tag';

/** The views that `missingTarget` reads. */
export const TARGET_VIEWS: readonly ViewRef[] = [links, campaigns, clients, channels, memberships];

/** What the rule of this person or team names and cannot use; null if it can use everything. */
export async function missingTarget(reads: ReadStore, scope: Scope, rule: AlertRule): Promise<MissingTarget | null> {
  const { to, where } = rule;
  const viewer = await readViewer(reads, scope, rule);
  if (viewer === null) return 'person';
  if (to.kind === 'channel' && (await reads.get(channels, to.id))?.scope !== scope) return 'channel';
  if (where.kind === 'everything' || where.kind === 'assigned') return null;
  const scopes = [...viewer.audiences.keys()].filter((audience) => audience !== EVERYBODY);
  return (await isSeen(reads, scopes, where)) ? null : where.kind;
}

const PROBLEMS: { readonly [Target in MissingTarget]: { readonly to: string } | { readonly where: string } } = {
  person: { to: 'This person is not in the team.' },
  channel: { to: 'The team does not have this channel.' },
  list: { where: 'You do not see this list.' },
  client: { where: 'These lists do not have this client.' },
  campaign: { where: 'These lists do not have this campaign.' },
  tag: { where: 'No link in these lists has this tag.' },
};

/** Why a person or a team cannot have this rule, by its field; empty if they can. */
export async function targetProblems(
  reads: ReadStore,
  scope: Scope,
  rule: AlertRule,
): Promise<Readonly<Record<string, string>>> {
  const { to, where } = rule;
  const isTeam = teamIdOf(scope) !== null;
  if (isTeam && to.kind === 'me') return { to: 'Choose a person or a channel of the team.' };
  if (!isTeam && to.kind !== 'me') return { to: 'Your own rules tell only you.' };
  if (isTeam && (where.kind === 'list' || where.kind === 'assigned')) {
    return { where: 'A rule of a team is about the links of the team.' };
  }
  const missing = await missingTarget(reads, scope, rule);
  return missing === null ? {} : PROBLEMS[missing];
}

async function isSeen(
  reads: ReadStore,
  scopes: readonly Scope[],
  { kind, id }: Extract<AlertRule['where'], { readonly id: string }>,
): Promise<boolean> {
  switch (kind) {
    case 'list':
      return scopes.includes(id);
    case 'campaign': {
      const campaign = await reads.get(campaigns, id);
      return campaign !== null && scopes.includes(campaign.scope);
    }
    case 'client': {
      const { domains, record } = (await readClientBook(reads, scopes)).of(id);
      return record !== null || (await reads.getMany(linkCounts, clientCountIds(scopes, domains))).length > 0;
    }
    case 'tag': {
      const where = { scope: scopes, kind: 'tag-set', tag: tagKey(id) };
      return (await reads.find(linkCounts, { where, limit: 1 })).rows.length > 0;
    }
    default:
      kind satisfies never;
      return false;
  }
}
