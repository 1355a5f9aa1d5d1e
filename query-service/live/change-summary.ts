/** The lists and people that a commit of a view affects. Pure. */

import type { Scope } from '../../command-service/contract/scope.ts';
import type { ViewDoc, ViewRef } from '../../infra/ports/storage/read-store.ts';
import type { CommittedChanges, DocChange } from '../../projections/view.ts';
import { type LedgerEntry, ledger } from '../../projections/views/ledger/ledger.ts';
import { acknowledgements } from '../../projections/views/links/acknowledgements.ts';
import { type AlertDoc, alerts, EVERYBODY } from '../../projections/views/links/alerts.ts';
import { type BulkDoc, bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { type CampaignDoc, campaigns } from '../../projections/views/links/campaigns.ts';
import { clients } from '../../projections/views/links/clients.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import { savedViews } from '../../projections/views/links/saved-views.ts';
import { statusChecks } from '../../projections/views/links/status-checks.ts';
import { termsTemplates } from '../../projections/views/links/terms-templates.ts';
import { alertRules } from '../../projections/views/people/alert-rules.ts';
import { brands } from '../../projections/views/people/brands.ts';
import { channels } from '../../projections/views/people/channels.ts';
import { type InvitationDoc, invitations } from '../../projections/views/people/invitations.ts';
import { type MembershipDoc, memberships } from '../../projections/views/people/memberships.ts';
import { type PaymentDoc, payments } from '../../projections/views/people/payments.ts';
import { type ShareDoc, shares } from '../../projections/views/people/shares.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { tokens } from '../../projections/views/people/tokens.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import { reports } from '../../projections/views/reports/reports.ts';
import type { ChangedList, ChangedMessage } from '../contract/answers/changes.ts';

/** The change for the people who see `scope`. */
export interface ScopeChange extends ChangedMessage {
  readonly scope: Scope;
  /** The teams that the person of `scope` joined and left. */
  readonly moved?: { readonly into: readonly Scope[]; readonly outOf: readonly Scope[] };
}

/** A commit for waiting reads and change streams: plain data, so it can cross threads and processes. */
export interface CommitSummary {
  readonly view: string;
  readonly position: number;
  readonly changes: readonly ScopeChange[];
  /** The people whose name, photo or cooldown changed: their teammates see it. */
  readonly people: readonly string[];
}

/** Summarizes a commit. */
export function summaryOf(committed: CommittedChanges): CommitSummary {
  const { view, position } = committed;
  return { view, position, changes: scopeChanges(committed), people: visibleToTeammates(committed) };
}

/** With more ids than this, a message asks to reload the list instead. */
export const MAX_LINK_IDS = 100;

/** The lists that show a team. */
const LISTS_OF_A_TEAM = [
  'teams',
  'links',
  'stats',
  'clients',
  'trash',
  'campaigns',
  'saved-views',
  'shares',
  'reports',
  'status-checks',
  'alerts',
] as const satisfies readonly ChangedList[];

/** The effect of one changed document. */
interface Effect {
  readonly scope: Scope;
  readonly lists: readonly ChangedList[];
  readonly linkId?: string;
  readonly into?: Scope;
  readonly outOf?: Scope;
}

/** The changes of a commit, one per scope. */
export function scopeChanges({ view, position, changes, entries = [] }: CommittedChanges): ScopeChange[] {
  const effectsOf = EFFECTS[view] ?? (() => []);
  const effects = [...changes.flatMap(effectsOf), ...(view === ledger.name ? ledgerEffects(entries) : [])];
  const byScope = new Map<Scope, Effect[]>();
  for (const effect of effects) {
    const scopeEffects = byScope.get(effect.scope);
    if (scopeEffects === undefined) byScope.set(effect.scope, [effect]);
    else scopeEffects.push(effect);
  }
  return [...byScope].map(([scope, effects]) => {
    const linkIds = effects.flatMap(({ linkId }) => linkId ?? []);
    const into = effects.flatMap((effect) => effect.into ?? []);
    const outOf = effects.flatMap((effect) => effect.outOf ?? []);
    const moves = into.length + outOf.length > 0;
    return {
      scope,
      lists: [...new Set(effects.flatMap(({ lists }) => lists))],
      // Joining or leaving a team changes the whole list.
      linkIds: moves || linkIds.length > MAX_LINK_IDS ? null : linkIds,
      position,
      ...(moves ? { moved: { into, outOf } } : {}),
    };
  });
}

/** Events that change no other list: only the ledger shows them. */
const UNLISTED: readonly LedgerEntry['type'][] = [
  ...(['EvidenceKept', 'EvidenceMissed', 'CheckTimetableSet'] as const),
  ...(['ImportStarted', 'ImportFinished', 'ImportUndone'] as const),
];

function ledgerEffects(entries: readonly ViewDoc[]): readonly Effect[] {
  const scopes = (entries as readonly LedgerEntry[]).flatMap(({ type, scope }) =>
    UNLISTED.includes(type) ? scope : [],
  );
  return [...new Set(scopes)].map((scope) => ({ scope, lists: ['ledger'] }));
}

/** The effects of changes by view name. Views that no list shows are missing. */
const EFFECTS: Readonly<Record<string, (change: DocChange) => readonly Effect[]>> = {
  [links.name]: (change) => {
    const docs = docsOf<LinkDoc>(change);
    const lists: ChangedList[] = ['links', 'stats', 'clients'];
    if (docs.some((doc) => doc.place === 'trash')) lists.push('trash');
    if (docs.some((doc) => doc.campaignId)) lists.push('campaigns');
    return scopesOf(docs).map((scope) => ({ scope, lists, linkId: change.id }));
  },
  [campaigns.name]: (change) => {
    const [was, is] = [change.before, change.after] as [CampaignDoc | null, CampaignDoc | null];
    // Links show the name of their campaign, and a list of an unknown campaign's links is empty.
    const shows = is !== null && differ(was, is, ['name']);
    return ofScoped(change, shows ? ['campaigns', 'links', 'stats'] : ['campaigns']);
  },
  // Campaigns and shares show the name of their client, and lists the links of all its domains.
  [clients.name]: (change) => ofScoped(change, ['clients', 'campaigns', 'shares', 'links', 'stats']),
  [savedViews.name]: (change) => ofScoped(change, ['saved-views']),
  [reports.name]: (change) => ofScoped(change, ['reports']),
  [termsTemplates.name]: (change) => ofScoped(change, ['terms-templates']),
  [alertRules.name]: (change) => ofScoped(change, ['alert-rules']),
  [brands.name]: (change) => ofScoped(change, ['brands']),
  [channels.name]: (change) => ofScoped(change, ['channels']),
  [shares.name]: (change) => {
    const scopes = docsOf<ShareDoc>(change).flatMap((doc) => [doc.scope, ...doc.scopes]);
    return [...new Set(scopes)].map((scope) => ({ scope, lists: ['shares'] }));
  },
  [alerts.name]: ({ before, after }) => {
    const [was, is] = [before, after] as [AlertDoc | null, AlertDoc | null];
    if (!differ(was, is, ['alerts', 'audience'])) return [];
    const shown = [was, is].filter((doc) => doc !== null).filter((doc) => doc.alerts.length > 0);
    const scopes = new Set(shown.flatMap(({ audience }) => (audience === EVERYBODY ? [] : audience)));
    return [...scopes].map((scope) => ({ scope, lists: ['alerts'] }));
  },
  [acknowledgements.name]: (change) => ofScoped(change, ['alerts']),
  [bulkOperations.name]: (change) =>
    docsOf<BulkDoc>(change)
      .slice(0, 1)
      .map(({ startedBy }) => ({ scope: `user:${startedBy}`, lists: ['bulk'] })),
  [statusChecks.name]: (change) => ofScoped(change, ['status-checks']),
  [users.name]: ({ id, before, after }) => {
    const [was, is] = [before, after] as [UserDoc | null, UserDoc | null];
    const lists: ChangedList[] = [];
    if (differ(was, is, ['email', 'firstName', 'lastName', 'company'])) lists.push('profile');
    if (was !== null && differ(was, is, ['photo', 'settings', 'identities', 'deletedAt'])) lists.push('account');
    return [{ scope: `user:${id}`, lists }];
  },
  [tokens.name]: ({ id }) => [{ scope: `user:${id}`, lists: ['account'] }],
  [subscriptions.name]: ({ id }) => [{ scope: `user:${id}`, lists: ['account', 'teams'] }],
  [payments.name]: (change) =>
    docsOf<PaymentDoc>(change)
      .slice(0, 1)
      .map(({ userId }) => ({ scope: `user:${userId}`, lists: ['account'] })),
  // A new team is not in any list yet.
  [teams.name]: ({ id, before }) => [{ scope: `team:${id}`, lists: before === null ? LISTS_OF_A_TEAM : ['teams'] }],
  [invitations.name]: (change) =>
    docsOf<InvitationDoc>(change)
      .slice(0, 1)
      .map(({ teamId }) => ({ scope: `team:${teamId}`, lists: ['teams'] })),
  [memberships.name]: (change) => {
    const [doc] = docsOf<MembershipDoc>(change);
    if (doc === undefined) return [];
    const [scope, team]: [Scope, Scope] = [`user:${doc.userId}`, `team:${doc.teamId}`];
    if (change.before === null) return [{ scope, lists: LISTS_OF_A_TEAM, into: team }];
    if (change.after === null) return [{ scope, lists: LISTS_OF_A_TEAM, outOf: team }];
    // A permission also affects shares and campaigns.
    return [{ scope, lists: ['teams', 'shares', 'reports', 'campaigns', 'saved-views'] }];
  },
};

/** The views whose commits cause changes. */
export const WATCHED_VIEWS: readonly ViewRef[] = [
  links,
  savedViews,
  reports,
  termsTemplates,
  alertRules,
  brands,
  channels,
  campaigns,
  clients,
  shares,
  alerts,
  acknowledgements,
  bulkOperations,
  statusChecks,
  users,
  tokens,
  subscriptions,
  payments,
  teams,
  invitations,
  memberships,
  ledger,
];

function docsOf<Doc extends object>({ before, after }: DocChange): readonly Doc[] {
  return [before, after].filter((doc) => doc !== null) as Doc[];
}

function scopesOf(docs: readonly { readonly scope: Scope }[]): readonly Scope[] {
  return [...new Set(docs.map(({ scope }) => scope))];
}

function ofScoped(change: DocChange, lists: readonly ChangedList[]): readonly Effect[] {
  return scopesOf(docsOf<{ readonly scope: Scope }>(change)).map((scope) => ({ scope, lists }));
}

function differ<Doc extends object>(was: Doc | null, is: Doc | null, fields: readonly (keyof Doc)[]): boolean {
  return fields.some((field) => JSON.stringify(was?.[field]) !== JSON.stringify(is?.[field]));
}

/** The people for whom a commit changed what teammates see: name, photo or cooldown. */
function visibleToTeammates({ view, changes }: CommittedChanges): readonly string[] {
  if (view === subscriptions.name) return changes.map(({ id }) => id);
  if (view !== users.name) return [];
  return changes.flatMap(({ id, before, after }) => {
    const [was, is] = [before, after] as [UserDoc | null, UserDoc | null];
    const seen = differ(was, is, ['email', 'firstName', 'lastName', 'photo', 'deletedAt']);
    return was !== null && seen ? [id] : [];
  });
}
