/** All views: the projections keep them, and a rebuild can name them. */
import type { ViewDoc } from '../../infra/ports/storage/read-store.ts';
import type { View } from '../view.ts';
import { ledger } from './ledger/ledger.ts';
import { moments } from './ledger/moments.ts';
import { seals } from './ledger/seals.ts';
import { acknowledgements } from './links/acknowledgements.ts';
import { alerts } from './links/alerts.ts';
import { bulkOperations } from './links/bulk-operations.ts';
import { campaigns } from './links/campaigns.ts';
import { checks } from './links/checks.ts';
import { clients } from './links/clients.ts';
import { evidenceFiles } from './links/evidence-files.ts';
import { importMappings } from './links/import-mappings.ts';
import { links } from './links/links.ts';
import { savedViews } from './links/saved-views.ts';
import { statusChecks } from './links/status-checks.ts';
import { termsTemplates } from './links/terms-templates.ts';
import { alertRules } from './people/alert-rules.ts';
import { brands } from './people/brands.ts';
import { channels } from './people/channels.ts';
import { closedScopes } from './people/closed-scopes.ts';
import { invitations } from './people/invitations.ts';
import { memberships } from './people/memberships.ts';
import { payments } from './people/payments.ts';
import { shares } from './people/shares.ts';
import { subscriptions } from './people/subscriptions.ts';
import { teams } from './people/teams.ts';
import { tokens } from './people/tokens.ts';
import { tokensById } from './people/tokens-by-id.ts';
import { users } from './people/users.ts';
import { reports } from './reports/reports.ts';

export const allViews: readonly View<ViewDoc>[] = [
  links,
  campaigns,
  clients,
  reports,
  savedViews,
  termsTemplates,
  checks,
  users,
  evidenceFiles,
  teams,
  memberships,
  invitations,
  shares,
  alertRules,
  brands,
  channels,
  closedScopes,
  subscriptions,
  payments,
  tokens,
  tokensById,
  statusChecks,
  bulkOperations,
  importMappings,
  alerts,
  acknowledgements,
  ledger,
  seals,
  moments,
];
