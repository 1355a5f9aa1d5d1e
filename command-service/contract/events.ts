/**
 * The event catalogue as one tagged union. Names are in the past tense, domain noun first; data is JSON only; `…At` and `at`
 * are ISO 8601 instants in UTC, `…Date` are calendar days (YYYY-MM-DD). The metadata has actor and time. Events are never
 * edited: a new shape gets a new type or is upcast where it is read.
 */

import type { AlertRulesEvent } from '../model/alert-rule/events.ts';
import type { BrandEvent } from '../model/brand/events.ts';
import type { BulkEvent } from '../model/bulk/events.ts';
import type { CampaignEvent } from '../model/campaign/events.ts';
import type { ChannelEvent } from '../model/channel/events.ts';
import type { CheckEvent } from '../model/check/events.ts';
import type { ClientEvent } from '../model/client/events.ts';
import type { EvidenceEvent, EvidenceRemoved } from '../model/evidence/events.ts';
import type { IdentityEvent } from '../model/identity/events.ts';
import type { ImportEvent } from '../model/import/events.ts';
import type { IncidentAcknowledged } from '../model/incident/events.ts';
import type { LinkEvent } from '../model/link/events.ts';
import type { MoneyEvent } from '../model/money/events.ts';
import type { NoticeEvent } from '../model/notice/events.ts';
import type { PaymentEvent } from '../model/payment/events.ts';
import type { ReportEvent } from '../model/report/events.ts';
import type { SavedViewEvent } from '../model/saved-view/events.ts';
import type { LogSealed } from '../model/seal/events.ts';
import type { ShareEvent } from '../model/share/events.ts';
import type { StatusCheckEvent } from '../model/status-check/events.ts';
import type { SubscriptionEvent } from '../model/subscription/events.ts';
import type { TeamEvent } from '../model/team/events.ts';
import type { TermsEvent } from '../model/terms/events.ts';
import type { TermsTemplatesEvent } from '../model/terms-template/events.ts';
import type { TokenEvent } from '../model/token/events.ts';
import type { UserEvent } from '../model/user/events.ts';
import type { SilenceEvent } from '../model/watchdog/events.ts';
import type { Changes } from './event.ts';

/** The events of each aggregate, by the prefix of its stream names. */
interface EventsOf {
  readonly link: LinkEvent;
  readonly check: CheckEvent;
  readonly terms: TermsEvent;
  readonly money: MoneyEvent;
  readonly termstemplates: TermsTemplatesEvent;
  readonly alertrules: AlertRulesEvent;
  readonly incident: IncidentAcknowledged;
  readonly brand: BrandEvent;
  readonly channel: ChannelEvent;
  readonly evidence: EvidenceEvent;
  readonly evidencefile: EvidenceRemoved;
  readonly user: UserEvent;
  readonly identity: IdentityEvent;
  readonly team: TeamEvent;
  readonly subscription: SubscriptionEvent;
  readonly order: PaymentEvent;
  readonly statuscheck: StatusCheckEvent;
  readonly share: ShareEvent;
  readonly report: ReportEvent;
  readonly token: TokenEvent;
  readonly campaign: CampaignEvent;
  readonly client: ClientEvent;
  readonly savedview: SavedViewEvent;
  readonly import: ImportEvent;
  readonly bulk: BulkEvent;
  readonly notice: NoticeEvent;
  readonly silence: SilenceEvent;
  readonly seal: LogSealed;
}

type Aggregate = keyof EventsOf;

/** Any event of the log. */
export type LinkledgerEvent = EventsOf[Aggregate];

/** The aggregate of each event type; a missing type does not compile. */
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
  VerdictJudgedAgain: 'check',
  VerdictCorrected: 'check',
  CorrectionUndone: 'check',
  LinkTermsChanged: 'terms',
  LinkMoneyChanged: 'money',
  TermsTemplatesSet: 'termstemplates',
  AlertRulesSet: 'alertrules',
  IncidentAcknowledged: 'incident',
  BrandChanged: 'brand',
  BrandRemoved: 'brand',
  ChannelAdded: 'channel',
  ChannelChanged: 'channel',
  ChannelPaused: 'channel',
  ChannelResumed: 'channel',
  ChannelSecretRotated: 'channel',
  ChannelRemoved: 'channel',
  EvidenceKept: 'evidence',
  EvidenceMissed: 'evidence',
  EvidenceRemoved: 'evidencefile',
  UserRegistered: 'user',
  EmailChanged: 'user',
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
  TeamMatchingChosen: 'team',
  TeamCalendarChosen: 'team',
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
  PlanPaid: 'subscription',
  PlanShortened: 'subscription',
  PlanEnded: 'subscription',
  StatusCheckWindowOpened: 'subscription',
  PaymentStarted: 'order',
  PaymentCaptured: 'order',
  PaymentFailed: 'order',
  PaymentRefunded: 'order',
  StatusCheckStarted: 'statuscheck',
  StatusCheckProgressed: 'statuscheck',
  StatusCheckFinished: 'statuscheck',
  ShareCreated: 'share',
  ShareEdited: 'share',
  ShareRevoked: 'share',
  ReportDefined: 'report',
  ReportEdited: 'report',
  ReportRecipientAdded: 'report',
  ReportRecipientRemoved: 'report',
  ReportRecipientLeft: 'report',
  ReportRecipientReturned: 'report',
  ReportDeleted: 'report',
  ReportDrafted: 'report',
  ReportNoteWritten: 'report',
  ReportDraftDeleted: 'report',
  TokenCreated: 'token',
  TokenRevoked: 'token',
  CampaignCreated: 'campaign',
  CampaignEdited: 'campaign',
  CampaignMoved: 'campaign',
  CampaignDeleted: 'campaign',
  ClientAdded: 'client',
  ClientEdited: 'client',
  ClientContactAdded: 'client',
  ClientContactRemoved: 'client',
  ClientDeleted: 'client',
  SavedViewAdded: 'savedview',
  SavedViewEdited: 'savedview',
  SavedViewDeleted: 'savedview',
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
  LinkDeviationNoticed: 'notice',
  CheckerFellSilent: 'silence',
  CheckerResumed: 'silence',
  LogSealed: 'seal',
};

const AGGREGATES: ReadonlyMap<string, Aggregate> = new Map(Object.entries(AGGREGATE_OF));

/** Narrows an event to those of the named aggregates; false for an unknown type. */
export function isOf<Shape extends { readonly type: string }, Name extends Aggregate>(
  event: Shape,
  ...names: readonly Name[]
): event is Extract<Shape, { readonly type: EventsOf[Name]['type'] }> {
  const name = AGGREGATES.get(event.type);
  return name !== undefined && (names as readonly Aggregate[]).includes(name);
}

/**
 * The fields with personal data, by event type: the log's codec encrypts them. `key` names the data field with the id of
 * the encryption key's owner: a person, a link (its contact), a client’s contact, an invitation, a share (its password and
 * recipients), a recipient of a report, a bulk operation (the contact or the money it sets), a channel (its address and
 * secret) or the team or person of a list (its brand). A field is a property of the data; dots reach into objects.
 */
export const PERSONAL_FIELDS: {
  readonly [Type in LinkledgerEvent['type']]?: {
    readonly key:
      | 'userId'
      | 'linkId'
      | 'contactId'
      | 'invitationId'
      | 'shareId'
      | 'recipientId'
      | 'batchId'
      | 'channelId'
      | 'ownerId';
    readonly fields: readonly string[];
  };
} = {
  UserRegistered: { key: 'userId', fields: ['email', 'firstName', 'lastName', 'company'] },
  EmailChanged: { key: 'userId', fields: ['from', 'email'] },
  ProfileEdited: { key: 'userId', fields: ['firstName', 'lastName', 'company'] },
  IdentityLinked: { key: 'userId', fields: ['label'] },
  TokenCreated: { key: 'userId', fields: ['name'] },
  LinkAdded: { key: 'linkId', fields: ['pocEmail'] },
  LinkEdited: { key: 'linkId', fields: ['changes.pocEmail'] },
  ClientContactAdded: { key: 'contactId', fields: ['name', 'email'] },
  // Money is not personal data, but not everybody who reads a person's ledger may see it.
  BulkStarted: { key: 'batchId', fields: ['order.fields.pocEmail', 'order.money'] },
  MemberInvited: { key: 'invitationId', fields: ['email', 'name'] },
  ReportRecipientAdded: { key: 'recipientId', fields: ['email'] },
  ShareCreated: { key: 'shareId', fields: ['emails', 'passwordHash'] },
  ShareEdited: { key: 'shareId', fields: ['changes.emails', 'changes.passwordHash'] },
  ChannelAdded: { key: 'channelId', fields: ['address', 'secret'] },
  ChannelChanged: { key: 'channelId', fields: ['address'] },
  ChannelSecretRotated: { key: 'channelId', fields: ['secret'] },
  BrandChanged: { key: 'ownerId', fields: ['name', 'senderName', 'footer'] },
};

/** What an edit changes. Only fields of `before` can change; an absent field stays. Pure. */
export function changesBetween<Fields extends object>(
  before: Fields,
  requested: { readonly [Field in keyof Fields]?: Fields[Field] | undefined },
): Changes<Fields> {
  const changes: { -readonly [Field in keyof Fields]?: Changes<Fields>[Field] } = {};
  for (const field of Object.keys(before) as (keyof Fields)[]) {
    const [from, to] = [before[field], requested[field]];
    if (to !== undefined && JSON.stringify(to) !== JSON.stringify(from)) changes[field] = { from, to };
  }
  return changes;
}

/** The fields, or what has them, after the changes. */
export function withChanges<Fields extends object, Whole extends Fields = Fields>(
  whole: Whole,
  changes: Changes<Fields>,
): Whole {
  const changed: Whole = { ...whole };
  for (const field of Object.keys(changes) as (keyof Fields)[]) {
    const change = changes[field];
    if (change !== undefined) Object.assign(changed, { [field]: change.to });
  }
  return changed;
}

/** Whether nothing changes. */
export function isUnchanged(changes: object): boolean {
  return Object.keys(changes).length === 0;
}
