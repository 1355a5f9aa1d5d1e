/** Every route of the query service. */
import { accountRoutes } from './account/account.ts';
import { billingRoutes } from './account/billing.ts';
import { invitationRoutes } from './account/invitations.ts';
import { savedViewRoutes } from './account/saved-views.ts';
import { tokenRoutes } from './account/tokens.ts';
import { alertRuleRoutes } from './alert-rules.ts';
import { alertRoutes } from './alerts.ts';
import { brandRoutes } from './brands.ts';
import { campaignRoutes } from './campaigns.ts';
import { channelRoutes } from './channels.ts';
import { clientRoutes } from './clients.ts';
import { evidenceRoutes } from './evidence.ts';
import { exportRoutes } from './export.ts';
import { incidentRoutes } from './incidents.ts';
import { jobRoutes } from './jobs.ts';
import { activityRoutes } from './ledger/activity.ts';
import { asOfRoutes } from './ledger/as-of.ts';
import { compareRoutes } from './ledger/compare.ts';
import { eventRoutes } from './ledger/events.ts';
import { sealRoutes } from './ledger/seals.ts';
import { linkRoutes } from './links.ts';
import { reportRoutes } from './reports.ts';
import { shareRoutes } from './shares.ts';
import { statsRoutes } from './stats.ts';
import { streamRoutes } from './stream.ts';
import { systemRoutes } from './system.ts';
import { tagRoutes } from './tags.ts';
import { teamRoutes } from './teams.ts';
import { termsTemplateRoutes } from './terms-templates.ts';

export const queryRoutes = [
  ...asOfRoutes,
  ...compareRoutes,
  ...activityRoutes,
  ...linkRoutes,
  ...exportRoutes,
  ...evidenceRoutes,
  ...jobRoutes,
  ...tagRoutes,
  ...statsRoutes,
  ...clientRoutes,
  ...campaignRoutes,
  ...savedViewRoutes,
  ...termsTemplateRoutes,
  ...shareRoutes,
  ...brandRoutes,
  ...channelRoutes,
  ...reportRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...billingRoutes,
  ...tokenRoutes,
  ...alertRoutes,
  ...alertRuleRoutes,
  ...incidentRoutes,
  ...sealRoutes,
  ...streamRoutes,
  ...eventRoutes,
  ...systemRoutes,
];
