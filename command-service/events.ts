/**
 * The event catalogue: everything that can have happened, as one tagged union. Past tense, domain noun first, JSON data
 * only; `…At` and `at` are ISO 8601 instants in UTC, `…Date` are calendar days (YYYY-MM-DD). Who and when stand in each
 * event's metadata. Events are never edited: a new shape gets a new type or is upcast where it is read.
 */

import type { BulkEvent } from './events/bulk.ts';
import type { CampaignEvent } from './events/campaign.ts';
import type { CheckEvent } from './events/check.ts';
import type { EvidenceEvent } from './events/evidence.ts';
import type { IdentityEvent } from './events/identity.ts';
import type { ImportEvent } from './events/import.ts';
import type { LinkEvent } from './events/link.ts';
import type { NoticeEvent } from './events/notice.ts';
import type { ShareEvent } from './events/share.ts';
import type { StatusCheckEvent } from './events/status-check.ts';
import type { SubscriptionEvent } from './events/subscription.ts';
import type { TeamEvent } from './events/team.ts';
import type { TokenEvent } from './events/token.ts';
import type { UserEvent } from './events/user.ts';
import type { SilenceEvent } from './events/watchdog.ts';

/** The events of each aggregate, by the first word of its streams' names. */
export interface EventsOf {
  readonly link: LinkEvent;
  readonly check: CheckEvent;
  readonly evidence: EvidenceEvent;
  readonly user: UserEvent;
  readonly identity: IdentityEvent;
  readonly team: TeamEvent;
  readonly subscription: SubscriptionEvent;
  readonly statuscheck: StatusCheckEvent;
  readonly share: ShareEvent;
  readonly token: TokenEvent;
  readonly campaign: CampaignEvent;
  readonly import: ImportEvent;
  readonly bulk: BulkEvent;
  readonly notice: NoticeEvent;
  readonly silence: SilenceEvent;
}

export type Aggregate = keyof EventsOf;

/** Any event of the log. */
export type LinkledgerEvent = EventsOf[Aggregate];

/** Which aggregate each type of event belongs to; a type that is missing here does not compile. */
const AGGREGATE_OF: { readonly [Name in Aggregate as EventsOf[Name]['type']]: Name } = {
  LinkAdded: 'link',
  LinkEdited: 'link',
  LinkMoved: 'link',
  LinkTrashed: 'link',
  LinkRestored: 'link',
  LinkPurged: 'link',
  CheckRequested: 'check',
  LinkChecked: 'check',
  LinkStatusChanged: 'check',
  CheckTimetableSet: 'check',
  EvidenceKept: 'evidence',
  EvidenceMissed: 'evidence',
  UserRegistered: 'user',
  ProfileEdited: 'user',
  IdentityLinked: 'user',
  IdentityUnlinked: 'user',
  PhotoChanged: 'user',
  SettingsChanged: 'user',
  AccountDeleted: 'user',
  IdentityClaimed: 'identity',
  IdentityReleased: 'identity',
  TeamCreated: 'team',
  TeamRenamed: 'team',
  TeamHandedOver: 'team',
  MemberInvited: 'team',
  InvitationRevoked: 'team',
  InvitationAccepted: 'team',
  MemberPermissionChanged: 'team',
  MemberRemoved: 'team',
  MemberLeft: 'team',
  TeamDeleted: 'team',
  PlanActivated: 'subscription',
  PlanChanged: 'subscription',
  StatusCheckWindowOpened: 'subscription',
  StatusCheckStarted: 'statuscheck',
  StatusCheckProgressed: 'statuscheck',
  StatusCheckFinished: 'statuscheck',
  ShareCreated: 'share',
  ShareRevoked: 'share',
  TokenCreated: 'token',
  TokenRevoked: 'token',
  CampaignCreated: 'campaign',
  CampaignEdited: 'campaign',
  CampaignMoved: 'campaign',
  CampaignDeleted: 'campaign',
  ImportStarted: 'import',
  LinksImported: 'import',
  ImportFinished: 'import',
  ImportUndone: 'import',
  BulkLinksChosen: 'bulk',
  BulkStarted: 'bulk',
  BulkProgressed: 'bulk',
  BulkFinished: 'bulk',
  BulkUndoStarted: 'bulk',
  BulkUndoProgressed: 'bulk',
  BulkUndone: 'bulk',
  LinkExpiryNoticed: 'notice',
  LinkUncheckedNoticed: 'notice',
  CheckerFellSilent: 'silence',
  CheckerResumed: 'silence',
};

/** Narrows an event to those of the named aggregates; false for a type that the catalogue does not know. */
export function isOf<Shape extends { readonly type: string }, Name extends Aggregate>(
  event: Shape,
  ...names: readonly Name[]
): event is Extract<Shape, { readonly type: EventsOf[Name]['type'] }> {
  const aggregates: Readonly<Record<string, Aggregate>> = AGGREGATE_OF;
  const name = Object.hasOwn(aggregates, event.type) ? aggregates[event.type] : undefined;
  return name !== undefined && (names as readonly Aggregate[]).includes(name);
}

/**
 * The fields that hold personal data, by event type: the log's codec encrypts them. `key` names the data
 * field whose value says whose they are: a person's own data go with the person, a link's contact with the link, what is
 * known of somebody invited with the invitation, a share's password and recipients with the share, a contact that many
 * links are given with the batch.
 * A field is a property of the data; dots reach into objects.
 */
export const PERSONAL_FIELDS: {
  readonly [Type in LinkledgerEvent['type']]?: {
    readonly key: 'userId' | 'linkId' | 'invitationId' | 'shareId' | 'batchId';
    readonly fields: readonly string[];
  };
} = {
  UserRegistered: { key: 'userId', fields: ['email', 'firstName', 'lastName', 'company'] },
  ProfileEdited: { key: 'userId', fields: ['firstName', 'lastName', 'company'] },
  IdentityLinked: { key: 'userId', fields: ['label'] },
  TokenCreated: { key: 'userId', fields: ['name'] },
  LinkAdded: { key: 'linkId', fields: ['pocEmail'] },
  LinkEdited: { key: 'linkId', fields: ['changes.pocEmail'] },
  BulkStarted: { key: 'batchId', fields: ['order.fields.pocEmail'] },
  MemberInvited: { key: 'invitationId', fields: ['email', 'name'] },
  ShareCreated: { key: 'shareId', fields: ['emails', 'passwordHash'] },
};
