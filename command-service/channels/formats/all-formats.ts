/** The format of each kind of channel. */
import type { ChannelKind } from '../../model/channel/events.ts';
import { appriseFormat } from './apprise.ts';
import type { ChannelFormat } from './format.ts';
import { ntfyFormat } from './ntfy.ts';
import { slackFormat } from './slack.ts';
import { teamsFormat } from './teams.ts';
import { webhookFormat } from './webhook.ts';

export const FORMATS: Readonly<Record<ChannelKind, ChannelFormat>> = {
  webhook: webhookFormat,
  slack: slackFormat,
  teams: teamsFormat,
  apprise: appriseFormat,
  ntfy: ntfyFormat,
};
