/** Every view there is: what the composition starts and a rebuild can name. */
import type { View } from './view.ts';
import { alerts } from './views/alerts.ts';
import { bulks } from './views/bulks.ts';
import { campaigns } from './views/campaigns.ts';
import { checks } from './views/checks.ts';
import { endedScopes } from './views/ended-scopes.ts';
import { evidenceFiles } from './views/evidence-files.ts';
import { invitations } from './views/invitations.ts';
import { linkHistory } from './views/link-history.ts';
import { links } from './views/links.ts';
import { memberships } from './views/memberships.ts';
import { shares } from './views/shares.ts';
import { statusChecks } from './views/status-checks.ts';
import { subscriptions } from './views/subscriptions.ts';
import { teams } from './views/teams.ts';
import { tokens } from './views/tokens.ts';
import { users } from './views/users.ts';

export const views: readonly View<object>[] = [
  links,
  campaigns,
  checks,
  users,
  linkHistory,
  evidenceFiles,
  teams,
  memberships,
  invitations,
  shares,
  endedScopes,
  subscriptions,
  tokens,
  statusChecks,
  bulks,
  alerts,
];
