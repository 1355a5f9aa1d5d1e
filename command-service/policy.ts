/**
 * Who may do what: one table, as data. Contract. A role is what a person is to the thing they act on:
 * `owner` of the scope (or the person themselves), a team member with permission `full`, `edit` or `view` (spec 6),
 * a signed-in `stranger`, or `signed-out`.
 */
export const ROLES = ['owner', 'full', 'edit', 'view', 'stranger', 'signed-out'] as const;
export type Role = (typeof ROLES)[number];

const EDITORS = ['owner', 'full', 'edit'] as const;

/** The roles each action is open to. An action that is not named here does not exist. */
export const POLICY = {
  AddLink: EDITORS,
  EditLink: EDITORS,
  TrashLink: EDITORS,
  RestoreLink: EDITORS,
  PurgeLink: EDITORS,
  RecheckLink: EDITORS,
  EditProfile: ['owner'],
  RequestSignIn: ROLES,
  SignIn: ROLES,
  SignOut: ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof POLICY;

/** The roles that may know a thing exists: to all others it answers 404, not 403 (design 6). */
export const MAY_SEE: readonly Role[] = ['owner', 'full', 'edit', 'view'];
