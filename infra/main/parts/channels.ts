/** The queue of channels, for the roles that send to them. */
import { ChannelQueue } from '../../../command-service/channels/channel-queue.ts';
import { ChannelSender } from '../../../command-service/channels/channel-sender.ts';
import { makeDialer } from '../../network/dialer.ts';
import { makeGuard } from '../../network/ssrf-guard.ts';
import type { RoleContext } from './role.ts';

export function openChannels(context: RoleContext): ChannelQueue {
  const { config, engine, publicUrl, logger, now } = context;
  const { allowHosts, dns } = config.checker;
  const dialer = makeDialer({ guard: makeGuard(allowHosts), ...(dns !== undefined && { dns }) });
  return new ChannelQueue({
    ...{ state: engine.state, store: context.log(), reads: engine.views, outbox: context.outbox() },
    ...{ unsubscribing: context.unsubscribing(), sender: new ChannelSender(dialer, now), publicUrl, logger, now },
  });
}
