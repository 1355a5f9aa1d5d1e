/**
 * The ledger: every event that people may see, as one entry in the scope in which it happened. Most events do not name
 * their scope, so the view keeps a small document per subject (a link, a campaign, …) with its scope.
 */

import { isOf, type LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { type Scope, teamIdOf, teamScope, userIdOf, userScope } from '../../../command-service/contract/scope.ts';
import type { ViewRef } from '../../../infra/ports/storage/read-store.ts';
import { clientDomain } from '../../rules/client-domain.ts';
import { entryId, type Recorded, type View } from '../../view.ts';
import { type PersonalValues, personalValues, withoutPersonal, withValues } from './personal-values.ts';
import { type LinkStory, linkStoryAfter, type Opener, openerOf, storyOf } from './stories.ts';

/** One event in one scope. An event that moves its subject has two entries: in the old and in the new scope. */
export interface LedgerEntry {
  /** The position with leading zeros: entries in the order of their ids are in the order of the log. */
  readonly id: string;
  /** The scope of the subject when the event happened. */
  readonly scope: Scope;
  readonly type: LinkledgerEvent['type'];
  readonly actor: string;
  /** null for events without a link. */
  readonly linkId: string | null;
  /** The client's domain and the site of the article, as of that moment; null without a link. */
  readonly clientDomain: string | null;
  readonly publisher: string | null;
  /** The campaign itself, or the link's campaign at that moment; null without a campaign. */
  readonly campaignId: string | null;
  /** The UTC day. */
  readonly day: string;
  /** The same for all events with one cause (stories.ts). */
  readonly story: string;
  /** Set on the first event of a story, and on its first event of each link; null on the events that follow. */
  readonly opens: Opener | null;
  /** The event as in the log, with null for each personal value. */
  readonly event: Recorded;
}

const ENTRY_FIELDS = [
  ...(['scope', 'type', 'actor', 'linkId', 'clientDomain', 'publisher', 'campaignId', 'day'] as const),
  ...(['story', 'opens'] as const),
];

export type LedgerField = (typeof ENTRY_FIELDS)[number];

/** The entries. They never change. */
export const ledgerEntries: ViewRef<LedgerEntry, LedgerField> = {
  name: 'ledger-entries',
  version: 3,
  fields: ENTRY_FIELDS,
  partition: 'scope',
  clustered: true,
};

/** The subject of events: a link, a campaign, a share, … */
interface LedgerSubject {
  readonly id: string;
  readonly scope: Scope;
  /** All scopes of the subject so far, the present one last. */
  readonly scopes: readonly Scope[];
  readonly clientDomain: string | null;
  readonly publisher: string | null;
  readonly campaignId: string | null;
  /** Personal values by event id. They are erased with the subject. */
  readonly personal: Readonly<Record<string, PersonalValues>>;
  /** null for other subjects than links. */
  readonly linkStory: LinkStory | null;
}

/** One document per link, campaign, client, share, channel, saved view, import and bulk operation, and per open invitation. */
export const ledger: View<LedgerSubject> = {
  name: 'ledger',
  version: 3,
  fields: [],
  companions: [ledgerEntries],
  entries: { schema: ledgerEntries, of: entriesOf },
  keys(event) {
    const subject = subjectOf(event);
    return subject === null ? [] : [subject, ...invitationsOf(event)];
  },
  evolve(doc, event, id) {
    const next = withStory(changed(doc, event, id), event);
    if (next === null) return null;
    if (isEnd(event)) return Object.keys(next.personal).length === 0 ? next : { ...next, personal: {} };
    const values = id === personalSubject(event) ? personalValues(event) : null;
    return values === null ? next : { ...next, personal: { ...next.personal, [event.id]: values } };
  },
};

/** The id of a link's document in the view `ledger`. */
export const linkSubject = (linkId: string): string => `link:${linkId}`;

/** Greater than the id of every entry. */
export const BEHIND_ALL = '~';

/** The document in the view `ledger` that has the personal values of an event; null if the event has none. */
export function personalSubject(event: Recorded): string | null {
  if (event.type === 'MemberInvited') return invitationSubject(event.data.invitationId);
  return PERSONAL_TYPES.includes(event.type) ? subjectOf(event) : null;
}

const PERSONAL_TYPES: readonly string[] = ['LinkAdded', 'LinkEdited', 'ShareCreated', 'ShareEdited'];

/** The events of the entries with those personal values that still exist. `subjects`: by id. */
export function eventWithPersonal({ event }: LedgerEntry, subjects: ReadonlyMap<string, LedgerSubject>): Recorded {
  const values = subjects.get(personalSubject(event) ?? '')?.personal[event.id];
  return values === undefined ? event : withValues(event, values);
}

/** The subject of an event; null if the event is not in the ledger. */
function subjectOf(event: Recorded): string | null {
  if (isOf(event, 'campaign')) return `campaign:${event.data.campaignId}`;
  if (isOf(event, 'client')) return `client:${event.data.clientId}`;
  if (isOf(event, 'share')) return `share:${event.data.shareId}`;
  if (isOf(event, 'report')) return `report:${event.data.reportId}`;
  if (isOf(event, 'channel')) return `channel:${event.data.channelId}`;
  if (isOf(event, 'savedview')) return `saved-view:${event.data.viewId}`;
  switch (event.type) {
    case 'LinkAdded':
    case 'LinkEdited':
    case 'LinkMoved':
    case 'LinkTrashed':
    case 'LinkRestored':
    case 'LinkPurged':
    case 'CheckRequested':
    case 'LinkChecked':
    case 'LinkStatusChanged':
    case 'VerdictJudgedAgain':
    case 'VerdictCorrected':
    case 'CorrectionUndone':
    case 'LinkTermsChanged':
    case 'LinkMoneyChanged':
    case 'CheckTimetableSet':
    case 'EvidenceKept':
    case 'EvidenceMissed':
    case 'LinkExpiryNoticed':
    case 'LinkUncheckedNoticed':
    case 'LinkDeviationNoticed':
      return linkSubject(event.data.linkId);
    case 'ImportStarted':
    case 'ImportFinished':
    case 'ImportUndone':
      return `import:${event.data.importId}`;
    case 'BulkStarted':
    case 'BulkFinished':
    case 'BulkUndoStarted':
    case 'BulkUndone':
      return `bulk:${event.data.batchId}`;
    case 'StatusCheckStarted':
    case 'StatusCheckFinished':
    case 'TermsTemplatesSet':
    case 'AlertRulesSet':
    case 'IncidentAcknowledged':
    case 'BrandChanged':
    case 'BrandRemoved':
      return event.data.scope;
    case 'TeamCreated':
    case 'TeamRenamed':
    case 'TeamMatchingChosen':
    case 'TeamCalendarChosen':
    case 'TeamHandedOver':
    case 'MemberInvited':
    case 'InvitationRevoked':
    case 'InvitationAccepted':
    case 'MemberPermissionChanged':
    case 'MemberRemoved':
    case 'MemberLeft':
    case 'TeamDeleted':
      return teamScope(event.data.teamId);
    case 'SettingsChanged':
    case 'PlanActivated':
    case 'PlanChanged':
    case 'PlanPaid':
    case 'PlanShortened':
    case 'PlanEnded':
      return userScope(event.data.userId);
    // Events of accounts, sign-in, tokens and payments are private to a person; the other types are progress of jobs and
    // checks.
    case 'UserRegistered':
    case 'EmailChanged':
    case 'ProfileEdited':
    case 'IdentityLinked':
    case 'IdentityUnlinked':
    case 'PhotoChanged':
    case 'AccountDeleted':
    case 'IdentityClaimed':
    case 'IdentityReleased':
    case 'TokenCreated':
    case 'TokenRevoked':
    case 'PaymentStarted':
    case 'PaymentCaptured':
    case 'PaymentFailed':
    case 'PaymentRefunded':
    case 'StatusCheckWindowOpened':
    case 'StatusCheckProgressed':
    case 'LinksImported':
    case 'BulkLinksChosen':
    case 'BulkProgressed':
    case 'BulkUndoProgressed':
    case 'CheckerFellSilent':
    case 'CheckerResumed':
    case 'EvidenceRemoved':
    case 'LogSealed':
      return null;
    default:
      event satisfies never;
      return null;
  }
}

const invitationSubject = (invitationId: string) => `invitation:${invitationId}`;

/** The invitations that an event opens or ends. */
function invitationsOf({ type, data }: Recorded): readonly string[] {
  switch (type) {
    case 'MemberInvited':
    case 'InvitationRevoked':
    case 'InvitationAccepted':
      return [invitationSubject(data.invitationId)];
    case 'TeamDeleted':
      return data.invitationIds.map(invitationSubject);
    default:
      return [];
  }
}

/** The subject with its scope and labels after the event. Teams and people have no document: their id is their scope. */
function changed(doc: LedgerSubject | null, { type, data }: Recorded, id: string): LedgerSubject | null {
  switch (type) {
    case 'LinkAdded':
      return subject(id, data.scope, {
        ...{ clientDomain: siteOf(data.clientLink), publisher: siteOf(data.articleLink) },
        campaignId: data.campaignId ?? null,
      });
    case 'ShareCreated':
      return subject(id, data.scope, { clientDomain: data.clientDomain });
    case 'CampaignCreated':
      return subject(id, data.scope, { campaignId: data.campaignId });
    case 'ClientAdded':
      return subject(id, data.scope, { clientDomain: data.domains[0] ?? null });
    case 'ChannelAdded':
      return subject(id, teamScope(data.teamId));
    case 'SavedViewAdded':
    case 'ReportDefined':
    case 'ImportStarted':
      return subject(id, data.scope);
    case 'BulkStarted':
      return subject(id, userScope(data.userId));
    case 'MemberInvited':
      return id === invitationSubject(data.invitationId) ? subject(id, teamScope(data.teamId)) : doc;
    case 'InvitationRevoked':
    case 'InvitationAccepted':
    case 'TeamDeleted':
      return null;
    case 'LinkEdited': {
      const { clientLink, articleLink, campaignId } = data.changes;
      if (doc === null || (clientLink ?? articleLink ?? campaignId) === undefined) return doc;
      return {
        ...doc,
        ...(clientLink && { clientDomain: siteOf(clientLink.to) }),
        ...(articleLink && { publisher: siteOf(articleLink.to) }),
        ...(campaignId && { campaignId: campaignId.to }),
      };
    }
    case 'LinkMoved':
    case 'CampaignMoved':
      return doc && moved(doc, data.to);
    case 'SavedViewEdited':
    case 'ShareEdited':
      return doc && data.changes.scope ? moved(doc, data.changes.scope.to) : doc;
    default:
      return doc;
  }
}

function withStory(doc: LedgerSubject | null, event: Recorded): LedgerSubject | null {
  if (doc === null || !('linkId' in event.data)) return doc;
  const linkStory = linkStoryAfter(doc.linkStory, event);
  return linkStory === doc.linkStory ? doc : { ...doc, linkStory };
}

function subject(
  id: string,
  scope: Scope,
  labels: Partial<Pick<LedgerSubject, 'clientDomain' | 'publisher' | 'campaignId'>> = {},
): LedgerSubject {
  const none = { clientDomain: null, publisher: null, campaignId: null, linkStory: null };
  return { id, scope, scopes: [scope], ...none, ...labels, personal: {} };
}

function moved(doc: LedgerSubject, to: Scope): LedgerSubject {
  return { ...doc, scope: to, scopes: [...doc.scopes.filter((scope) => scope !== to), to] };
}

function siteOf(address: string): string | null {
  return address === '' ? null : clientDomain(address);
}

/** After these events the log's personal values of the subject are erased. */
function isEnd({ type }: Recorded): boolean {
  return type === 'LinkPurged' || type === 'ShareRevoked' || type === 'ReportDeleted';
}

function entriesOf(event: Recorded, doc: LedgerSubject | null, id: string): readonly LedgerEntry[] {
  if (id !== subjectOf(event)) return [];
  const scopes = scopesOf(event, doc, id);
  const { type, data, metadata } = event;
  return scopes.map((scope, index) => ({
    id: index === 0 ? entryId(event.position) : `${entryId(event.position)}+`,
    scope,
    type,
    actor: metadata.actor,
    linkId: 'linkId' in data ? data.linkId : null,
    clientDomain: doc?.clientDomain ?? null,
    publisher: doc?.publisher ?? null,
    campaignId: doc?.campaignId ?? null,
    day: metadata.at.slice(0, 10),
    story: storyOf(event, doc?.linkStory ?? null),
    opens: openerOf(event, doc?.linkStory ?? null),
    event: withoutPersonal(event),
  }));
}

/** The scopes of an event; empty if its subject is unknown. */
function scopesOf({ type, data }: Recorded, doc: LedgerSubject | null, id: string): readonly Scope[] {
  switch (type) {
    case 'LinkMoved':
    case 'CampaignMoved':
      return doc === null ? [] : [...new Set([data.from, data.to])];
    // The client of a deleted team is added to its owner’s list before it leaves the team’s.
    case 'ClientDeleted':
      return [data.scope];
    case 'SavedViewEdited':
    case 'ShareEdited': {
      const scope = data.changes.scope;
      return doc === null ? [] : [...new Set([scope?.from ?? doc.scope, doc.scope])];
    }
    default:
      return doc === null ? (isScope(id) ? [id] : []) : [doc.scope];
  }
}

function isScope(id: string): id is Scope {
  return teamIdOf(id) !== null || userIdOf(id) !== null;
}
