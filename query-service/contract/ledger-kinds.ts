/** The kinds of events in the ledger, and who may see them. Imports no library: the console uses it. */
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import type { Action } from '../../command-service/contract/policy.ts';
import { LEDGER_KINDS, type LedgerKind } from './answers/ledger.ts';

/** The kind of each event type; null for types outside the ledger (projections/views/ledger/ledger.ts). */
export const KIND_OF: { readonly [Type in LinkledgerEvent['type']]: LedgerKind | null } = {
  LinkAdded: 'links',
  LinkEdited: 'links',
  LinkMoved: 'links',
  LinkTrashed: 'links',
  LinkRestored: 'links',
  LinkPurged: 'links',
  CheckRequested: 'checks',
  LinkChecked: 'checks',
  VerdictJudgedAgain: 'checks',
  LinkStatusChanged: 'status',
  VerdictCorrected: 'status',
  CorrectionUndone: 'status',
  LinkTermsChanged: 'terms',
  CheckTimetableSet: 'checks',
  EvidenceKept: 'checks',
  EvidenceMissed: 'checks',
  EvidenceRemoved: null,
  UserRegistered: null,
  EmailChanged: null,
  ProfileEdited: null,
  IdentityLinked: null,
  IdentityUnlinked: null,
  PhotoChanged: null,
  SettingsChanged: 'account',
  AccountDeleted: null,
  IdentityClaimed: null,
  IdentityReleased: null,
  TeamCreated: 'teams',
  TeamRenamed: 'teams',
  TeamMatchingChosen: 'teams',
  TeamHandedOver: 'teams',
  MemberInvited: 'invitations',
  InvitationRevoked: 'invitations',
  InvitationAccepted: 'teams',
  MemberPermissionChanged: 'teams',
  MemberRemoved: 'teams',
  MemberLeft: 'teams',
  TeamDeleted: 'teams',
  PlanActivated: 'account',
  PlanChanged: 'account',
  PlanPaid: 'account',
  PlanShortened: 'account',
  PlanEnded: 'account',
  StatusCheckWindowOpened: null,
  PaymentStarted: null,
  PaymentCaptured: null,
  PaymentFailed: null,
  PaymentRefunded: null,
  StatusCheckStarted: 'jobs',
  StatusCheckProgressed: null,
  StatusCheckFinished: 'jobs',
  ShareCreated: 'shares',
  ShareRevoked: 'shares',
  TokenCreated: null,
  TokenRevoked: null,
  CampaignCreated: 'campaigns',
  CampaignEdited: 'campaigns',
  CampaignMoved: 'campaigns',
  CampaignDeleted: 'campaigns',
  SavedViewAdded: 'saved-views',
  SavedViewEdited: 'saved-views',
  SavedViewDeleted: 'saved-views',
  ImportStarted: 'jobs',
  LinksImported: null,
  ImportFinished: 'jobs',
  ImportUndone: 'jobs',
  BulkLinksChosen: null,
  BulkStarted: 'jobs',
  BulkProgressed: null,
  BulkFinished: 'jobs',
  BulkUndoStarted: 'jobs',
  BulkUndoProgressed: null,
  BulkUndone: 'jobs',
  LinkExpiryNoticed: 'notices',
  LinkUncheckedNoticed: 'notices',
  LinkDeviationNoticed: 'terms',
  CheckerFellSilent: null,
  CheckerResumed: null,
  LogSealed: null,
};

/** All types of events that are in the ledger. */
export const LEDGER_TYPES: readonly LinkledgerEvent['type'][] = typesOf(LEDGER_KINDS);

/** The types of these kinds. */
export function typesOf(kinds: readonly LedgerKind[]): readonly LinkledgerEvent['type'][] {
  return (Object.keys(KIND_OF) as LinkledgerEvent['type'][]).filter((type) => {
    const kind = KIND_OF[type];
    return kind !== null && kinds.includes(kind);
  });
}

/** The action that a person needs in a scope to see events of the kind: the same action as for their subjects. */
export const ACTION_OF_KIND: { readonly [Kind in LedgerKind]: Action } = {
  links: 'ReadLinks',
  status: 'ReadLinks',
  checks: 'ReadLinks',
  notices: 'ReadLinks',
  terms: 'ReadLinks',
  campaigns: 'ReadCampaigns',
  teams: 'ReadTeam',
  invitations: 'InviteMember',
  shares: 'ReadShares',
  'saved-views': 'ReadSavedViews',
  jobs: 'ReadLinks',
  account: 'ReadAccount',
};
