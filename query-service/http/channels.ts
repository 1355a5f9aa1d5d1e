/** GET /api/channels. */
import {
  ALL_CHANNELS,
  type ChannelHealth,
  channelOf,
  HEALTH,
  WAITING,
} from '../../command-service/contract/channel-deliveries.ts';
import { allows } from '../../command-service/contract/policy.ts';
import { wholeList } from '../../infra/http/request/route-facts.ts';
import { channels } from '../../projections/views/people/channels.ts';
import { accessOf } from '../access/access.ts';
import { requireTeam } from '../access/find-visible.ts';
import { channelListSchema } from '../contract/queries.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentChannel } from '../presenters/channel.ts';
import { route } from './route.ts';

export const channelRoutes = [
  route({
    method: 'GET',
    path: '/api/channels',
    action: 'ReadChannels',
    summary: 'The channels of a team, or of all teams that you manage, oldest first.',
    query: channelListSchema,
    answers: { 200: wholeList('ChannelAnswer') },
    async handle({ ctx, principal, query: { teamId } }, deps) {
      const { reads, channelState, now } = deps;
      await waitForPosition(ctx, deps, channels);
      const access = await accessOf(reads, principal);
      const managed = access.scopes.filter((scope) => allows('ReadChannels', access.roleIn(scope)));
      const scope = teamId === undefined ? managed : [requireTeam(access, 'ReadChannels', teamId)];
      const { rows } = await reads.find(channels, { where: { scope } });
      if (rows.length === 0) return [];
      const teamIds = new Set(rows.map((row) => row.teamId));
      const health = await Promise.all([...teamIds].map((id) => channelState.listOf<ChannelHealth>(HEALTH, id)));
      const healthOf = new Map(health.flat().map(({ key, value }) => [key, value]));
      const waiting = Map.groupBy(await channelState.listOf(WAITING, ALL_CHANNELS), ({ key }) => channelOf(key));
      return rows
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map((row) => presentChannel(row, healthOf.get(row.id), waiting.get(row.id)?.length ?? 0, now()));
    },
  }),
];
