/** The routes of the command service, except those of `account/`. */

import { paymentRoutes } from './billing/payments.ts';
import { subscriptionRoutes } from './billing/subscription.ts';
import { webhookRoutes } from './billing/webhooks.ts';
import { channelRoutes } from './channels.ts';
import { alertRuleRoutes } from './links/alert-rules.ts';
import { alertRoutes } from './links/alerts.ts';
import { bulkRoutes } from './links/bulk.ts';
import { campaignRoutes } from './links/campaigns.ts';
import { clientRoutes } from './links/clients.ts';
import { evidencePackRoutes } from './links/evidence-packs.ts';
import { importRoutes } from './links/imports.ts';
import { incidentRoutes } from './links/incidents.ts';
import { judgingRoutes } from './links/judgings.ts';
import { linkRoutes } from './links/links.ts';
import { moneyRoutes } from './links/money.ts';
import { savedViewRoutes } from './links/saved-views.ts';
import { statusCheckRoutes } from './links/status-checks.ts';
import { termsRoutes } from './links/terms.ts';
import { termsTemplateRoutes } from './links/terms-templates.ts';
import { reportRoutes } from './reports.ts';
import { brandRoutes } from './teams/brands.ts';
import { invitationRoutes } from './teams/invitations.ts';
import { shareRoutes } from './teams/shares.ts';
import { teamRoutes } from './teams/teams.ts';

export const commandRoutes = [
  ...linkRoutes,
  ...termsRoutes,
  ...moneyRoutes,
  ...termsTemplateRoutes,
  ...importRoutes,
  ...bulkRoutes,
  ...statusCheckRoutes,
  ...judgingRoutes,
  ...campaignRoutes,
  ...clientRoutes,
  ...savedViewRoutes,
  ...shareRoutes,
  ...brandRoutes,
  ...channelRoutes,
  ...reportRoutes,
  ...evidencePackRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...webhookRoutes,
  ...alertRoutes,
  ...alertRuleRoutes,
  ...incidentRoutes,
];
