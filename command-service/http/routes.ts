/** The routes of the command service, except those of `account/`. */
import { alertRoutes } from './alerts.ts';
import { bulkRoutes } from './bulk.ts';
import { campaignRoutes } from './campaigns.ts';
import { evidencePackRoutes } from './evidence-packs.ts';
import { importRoutes } from './imports.ts';
import { invitationRoutes } from './invitations.ts';
import { judgingRoutes } from './judgings.ts';
import { linkRoutes } from './links.ts';
import { paymentRoutes } from './payments.ts';
import { sampleDataRoutes } from './sample-data.ts';
import { savedViewRoutes } from './saved-views.ts';
import { shareRoutes } from './shares.ts';
import { statusCheckRoutes } from './status-checks.ts';
import { subscriptionRoutes } from './subscription.ts';
import { teamRoutes } from './teams.ts';
import { webhookRoutes } from './webhooks.ts';

export const commandRoutes = [
  ...linkRoutes,
  ...importRoutes,
  ...sampleDataRoutes,
  ...bulkRoutes,
  ...statusCheckRoutes,
  ...judgingRoutes,
  ...campaignRoutes,
  ...savedViewRoutes,
  ...shareRoutes,
  ...evidencePackRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...webhookRoutes,
  ...alertRoutes,
];
