/**
 * Who may do what: one table, as data. Contract. A role is what a person is to the thing they act on:
 * `owner` of the scope (or the person themselves), a team member with permission `full`, `edit` or `view` (spec 6),
 * a signed-in `stranger`, or `signed-out`.
 */
export const ROLES = ['owner', 'full', 'edit', 'view', 'stranger', 'signed-out'] as const;
export type Role = (typeof ROLES)[number];

const OWNER = ['owner'] as const;
const MANAGERS = ['owner', 'full'] as const;
const EDITORS = ['owner', 'full', 'edit'] as const;
const MEMBERS = ['full', 'edit', 'view'] as const;
/** The roles that may know a thing exists: to all others it answers 404, not 403 (design 6). */
export const MAY_SEE = ['owner', 'full', 'edit', 'view'] as const satisfies readonly Role[];
const SIGNED_IN = ['owner', 'full', 'edit', 'view', 'stranger'] as const;

/** The roles each action is open to. An action that is not named here does not exist. */
export const POLICY = {
  // Links of a scope, and what hangs on them.
  ReadLinks: MAY_SEE,
  AddLink: EDITORS,
  EditLink: EDITORS,
  MoveLink: EDITORS,
  TrashLink: EDITORS,
  RestoreLink: EDITORS,
  PurgeLink: EDITORS,
  RecheckLink: EDITORS,
  RunStatusCheck: EDITORS,
  ReadCampaigns: MAY_SEE,
  AddCampaign: EDITORS,
  EditCampaign: EDITORS,
  DeleteCampaign: EDITORS,

  // Who sees them without an account.
  ReadShares: EDITORS,
  CreateShare: EDITORS,
  RevokeShare: EDITORS,
  OpenShare: ROLES,

  // Teams. Only an owner or a `full` member manages one; nobody changes their own permission.
  CreateTeam: SIGNED_IN,
  ReadTeam: MAY_SEE,
  RenameTeam: MANAGERS,
  InviteMember: MANAGERS,
  RevokeInvitation: MANAGERS,
  ChangePermission: MANAGERS,
  RemoveMember: MANAGERS,
  LeaveTeam: MEMBERS,
  HandOverTeam: OWNER,
  DeleteTeam: OWNER,
  ReadInvitation: ROLES,
  AcceptInvitation: SIGNED_IN,

  // One's own account.
  ReadAccount: OWNER,
  EditProfile: OWNER,
  ChangePhoto: OWNER,
  EditSettings: OWNER,
  ReadAlerts: OWNER,
  MarkAlertsRead: OWNER,
  ChangePlan: OWNER,
  EndSession: OWNER,
  LinkIdentity: OWNER,
  UnlinkIdentity: OWNER,
  DeleteAccount: OWNER,
  RequestSignIn: ROLES,
  SignIn: ROLES,
  SignOut: ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof POLICY;

/** Whether the table opens an action to a role. */
export function allows(action: Action, role: Role): boolean {
  const roles: readonly Role[] = POLICY[action];
  return roles.includes(role);
}
