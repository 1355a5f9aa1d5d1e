/** Every route of the query service. */
import { accountRoutes } from './account.ts';
import { alertRoutes } from './alerts.ts';
import { asOfRoutes } from './as-of.ts';
import { billingRoutes } from './billing.ts';
import { campaignRoutes } from './campaigns.ts';
import { clientRoutes } from './clients.ts';
import { compareRoutes } from './compare.ts';
import { eventRoutes } from './events.ts';
import { evidenceRoutes } from './evidence.ts';
import { exportRoutes } from './export.ts';
import { invitationRoutes } from './invitations.ts';
import { jobRoutes } from './jobs.ts';
import { linkRoutes } from './links.ts';
import { savedViewRoutes } from './saved-views.ts';
import { sealRoutes } from './seals.ts';
import { shareRoutes } from './shares.ts';
import { statsRoutes } from './stats.ts';
import { streamRoutes } from './stream.ts';
import { systemRoutes } from './system.ts';
import { tagRoutes } from './tags.ts';
import { teamRoutes } from './teams.ts';
import { tokenRoutes } from './tokens.ts';

export const queryRoutes = [
  ...asOfRoutes,
  ...compareRoutes,
  ...linkRoutes,
  ...exportRoutes,
  ...evidenceRoutes,
  ...jobRoutes,
  ...tagRoutes,
  ...statsRoutes,
  ...clientRoutes,
  ...campaignRoutes,
  ...savedViewRoutes,
  ...shareRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...billingRoutes,
  ...tokenRoutes,
  ...alertRoutes,
  ...sealRoutes,
  ...streamRoutes,
  ...eventRoutes,
  ...systemRoutes,
];
