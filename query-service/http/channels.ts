/** GET /api/channels, and the deliveries of a channel. */
import {
  ALL_CHANNELS,
  BODY,
  type ChannelHealth,
  channelOf,
  DELIVERY,
  type Delivery,
  deliveryKey,
  HEALTH,
  presentDelivery,
  WAITING,
} from '../../command-service/contract/channel-deliveries.ts';
import { allows } from '../../command-service/contract/policy.ts';
import { notFound } from '../../infra/http/request/problem.ts';
import { pagedList, wholeList } from '../../infra/http/request/route-facts.ts';
import { channels } from '../../projections/views/people/channels.ts';
import { accessOf } from '../access/access.ts';
import { requireTeam } from '../access/find-visible.ts';
import { channelListSchema, deliveryListSchema } from '../contract/queries.ts';
import { pageOf } from '../lists/list-response.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentChannel } from '../presenters/channel.ts';
import { route } from './route.ts';

/** How many deliveries an answer has without `pageSize`: each has a body of up to 28 kB. */
const DELIVERIES = 100;

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
      const waiting = Map.groupBy(await channelState.listOf(WAITING, ALL_CHANNELS), ({ key }) => channelOf(key));
      return Promise.all(
        rows
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map(async (row) => {
            const health = await channelState.get<ChannelHealth>(HEALTH, row.id);
            return presentChannel(row, health, waiting.get(row.id)?.length ?? 0, now());
          }),
      );
    },
  }),

  route({
    method: 'GET',
    path: '/api/channels/:id/deliveries',
    action: 'ReadChannels',
    summary: 'The messages of a channel in the last 30 days, newest first.',
    query: deliveryListSchema,
    answers: { 200: pagedList('DeliveryAnswer') },
    async handle({ ctx, principal, query, params: { id } }, deps) {
      const { reads, channelState } = deps;
      await waitForPosition(ctx, deps, channels);
      const [access, doc] = [await accessOf(reads, principal), await reads.get(channels, id)];
      if (doc === null || !allows('ReadChannels', access.roleIn(doc.scope))) throw notFound();
      const all = (await channelState.listOf<Delivery>(DELIVERY, id)).map(({ value }) => value);
      all.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : other.place - one.place));
      ctx.set('X-Total-Count', String(all.length));
      const { skip, limit } = pageOf(query) ?? { skip: 0, limit: DELIVERIES };
      return Promise.all(
        all.slice(skip, skip + limit).map(async (delivery) => {
          return presentDelivery(delivery, (await channelState.get<string>(BODY, deliveryKey(id, delivery.id))) ?? '');
        }),
      );
    },
  }),
];
