/**
 * Who may do what: one table, as data. Contract. A role relates a person to the thing they act on: `owner` of the scope
 * (or the person themselves), a team member with permission `full`, `edit` or `view`, a signed-in `stranger`, or
 * `signed-out`.
 */
export const ROLES = ['owner', 'full', 'edit', 'view', 'stranger', 'signed-out'] as const;
export type Role = (typeof ROLES)[number];

const OWNER = ['owner'] as const;
const MANAGERS = ['owner', 'full'] as const;
const EDITORS = ['owner', 'full', 'edit'] as const;
const MEMBERS = ['full', 'edit', 'view'] as const;
/** The roles that may know a thing exists; all others get 404, not 403 (infra/docs/product.md, "Permissions"). */
export const VIEWERS = ['owner', 'full', 'edit', 'view'] as const satisfies readonly Role[];
const SIGNED_IN = ['owner', 'full', 'edit', 'view', 'stranger'] as const;

/** The roles that may do each action. An action without an entry does not exist. */
export const POLICY = {
  // Links of a scope, and what belongs to them.
  ReadLinks: VIEWERS,
  AddLink: EDITORS,
  EditLink: EDITORS,
  MoveLink: EDITORS,
  TrashLink: EDITORS,
  RestoreLink: EDITORS,
  PurgeLink: EDITORS,
  EditTerms: EDITORS,
  // Price, vendor and order number of a link.
  ReadMoney: MANAGERS,
  EditMoney: MANAGERS,
  ReadTermsTemplates: VIEWERS,
  EditTermsTemplates: EDITORS,
  // Alert rules: a person’s own, or a team’s.
  ReadAlertRules: MANAGERS,
  EditAlertRules: MANAGERS,
  AcknowledgeIncident: EDITORS,
  // How share pages, mails and reports of a list look.
  ReadBrand: VIEWERS,
  EditBrand: MANAGERS,
  // Where messages of a team go besides mails.
  ReadChannels: MANAGERS,
  EditChannels: MANAGERS,
  RecheckLink: EDITORS,
  CorrectVerdict: EDITORS,
  JudgeAgain: MANAGERS,
  ReadCheckableLists: EDITORS,
  RunStatusCheck: EDITORS,
  ReadCampaigns: VIEWERS,
  AddCampaign: EDITORS,
  EditCampaign: EDITORS,
  DeleteCampaign: EDITORS,
  EditClient: EDITORS,
  ReadSavedViews: VIEWERS,
  AddSavedView: EDITORS,
  EditSavedView: EDITORS,
  DeleteSavedView: EDITORS,

  // Links that people see without an account.
  ReadShares: EDITORS,
  CreateShare: EDITORS,
  EditShare: EDITORS,
  RevokeShare: EDITORS,
  ReadReports: VIEWERS,
  ReadReportMails: EDITORS,
  EditReports: EDITORS,
  ReleaseReport: MANAGERS,
  OpenShare: ROLES,

  // Teams. Only an owner or a `full` member manages one; nobody changes their own permission.
  CreateTeam: SIGNED_IN,
  ReadTeam: VIEWERS,
  RenameTeam: MANAGERS,
  ChooseTeamMatching: MANAGERS,
  ChooseTeamCalendar: MANAGERS,
  InviteMember: MANAGERS,
  RevokeInvitation: MANAGERS,
  ChangePermission: MANAGERS,
  RemoveMember: MANAGERS,
  LeaveTeam: MEMBERS,
  HandOverTeam: OWNER,
  DeleteTeam: OWNER,
  ReadInvitation: ROLES,
  AcceptInvitation: SIGNED_IN,

  // The caller's own account.
  ReadAccount: OWNER,
  ReadWaysIn: OWNER,
  EditProfile: OWNER,
  ChangeEmail: OWNER,
  ChangePhoto: OWNER,
  EditSettings: OWNER,
  ReadAlerts: OWNER,
  MarkAlertsRead: OWNER,
  ChangePlan: OWNER,
  BuyPlan: OWNER,
  EndSession: OWNER,
  LinkIdentity: OWNER,
  UnlinkIdentity: OWNER,
  CreateToken: OWNER,
  RevokeToken: OWNER,
  DeleteAccount: OWNER,

  // The installation itself: its owners are those that its settings name.
  ReadSystem: OWNER,

  RequestSignIn: ROLES,
  SignIn: ROLES,
  SignOut: ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof POLICY;

/**
 * The API token that an action requires. `oneTeam`: a token limited to one team suffices in that team. `money`: only a token
 * that its owner opened for prices and vendors.
 */
interface TokenRequirement {
  readonly access: 'read' | 'write';
  readonly oneTeam: boolean;
  readonly money?: true;
}

const READ: TokenRequirement = { access: 'read', oneTeam: true };
const WRITE: TokenRequirement = { access: 'write', oneTeam: true };
const READ_OWN: TokenRequirement = { access: 'read', oneTeam: false };
const WRITE_OWN: TokenRequirement = { access: 'write', oneTeam: false };

/**
 * What an API token may do, within its owner's permissions; null: never. A token never decides who its owner is, how
 * they sign in, what they pay or which teams they are in.
 */
const TOKEN_POLICY: { readonly [Name in Action]: TokenRequirement | null } = {
  ReadLinks: READ,
  AddLink: WRITE,
  EditLink: WRITE,
  MoveLink: WRITE,
  TrashLink: WRITE,
  RestoreLink: WRITE,
  PurgeLink: WRITE,
  EditTerms: WRITE,
  ReadMoney: { ...READ, money: true },
  EditMoney: { ...WRITE, money: true },
  ReadTermsTemplates: READ,
  EditTermsTemplates: WRITE,
  ReadAlertRules: READ,
  EditAlertRules: WRITE,
  AcknowledgeIncident: WRITE,
  ReadBrand: READ,
  EditBrand: WRITE,
  ReadChannels: READ,
  EditChannels: WRITE,
  RecheckLink: WRITE,
  CorrectVerdict: WRITE,
  JudgeAgain: WRITE,
  ReadCheckableLists: READ,
  RunStatusCheck: WRITE,
  ReadCampaigns: READ,
  AddCampaign: WRITE,
  EditCampaign: WRITE,
  DeleteCampaign: WRITE,
  EditClient: WRITE,
  ReadSavedViews: READ,
  AddSavedView: WRITE,
  EditSavedView: WRITE,
  DeleteSavedView: WRITE,

  ReadShares: READ,
  CreateShare: WRITE,
  EditShare: WRITE,
  RevokeShare: WRITE,
  ReadReports: READ,
  ReadReportMails: READ,
  EditReports: WRITE,
  ReleaseReport: WRITE,
  OpenShare: READ,

  CreateTeam: WRITE_OWN,
  ReadTeam: READ,
  RenameTeam: WRITE,
  ChooseTeamMatching: WRITE,
  ChooseTeamCalendar: WRITE,
  InviteMember: WRITE,
  RevokeInvitation: WRITE,
  ChangePermission: WRITE,
  RemoveMember: WRITE,
  LeaveTeam: null,
  HandOverTeam: null,
  DeleteTeam: null,
  ReadInvitation: null,
  AcceptInvitation: null,

  ReadAccount: READ_OWN,
  ReadWaysIn: null,
  EditProfile: null,
  ChangeEmail: null,
  ChangePhoto: null,
  EditSettings: null,
  ReadAlerts: READ_OWN,
  MarkAlertsRead: WRITE_OWN,
  ChangePlan: null,
  BuyPlan: null,
  EndSession: null,
  LinkIdentity: null,
  UnlinkIdentity: null,
  CreateToken: null,
  RevokeToken: null,
  DeleteAccount: null,
  ReadSystem: READ_OWN,
  RequestSignIn: null,
  SignIn: null,
  SignOut: null,
};

/** The entries of both tables for an action. */
export function accessOf(action: Action) {
  return { roles: POLICY[action], token: TOKEN_POLICY[action] };
}

/** Whether an action is open to a principal, if it concerns money: a person, or an API token that is open for money. */
export function isOpenTo({ money }: { readonly money: boolean }, action: Action): boolean {
  return money || TOKEN_POLICY[action]?.money !== true;
}

/** Whether the table allows an action to a role. */
export function allows(action: Action, role: Role): boolean {
  const roles: readonly Role[] = POLICY[action];
  return roles.includes(role);
}
