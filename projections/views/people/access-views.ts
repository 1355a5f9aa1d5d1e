import type { ViewRef } from '../../../infra/ports/storage/read-store.ts';
import { closedScopes } from './closed-scopes.ts';
import { memberships } from './memberships.ts';
import { shares } from './shares.ts';
import { teams } from './teams.ts';
import { tokensById } from './tokens-by-id.ts';
import { users } from './users.ts';

/** The views that decide what somebody may see. */
export const accessViews: readonly ViewRef[] = [memberships, teams, shares, closedScopes, tokensById, users];
