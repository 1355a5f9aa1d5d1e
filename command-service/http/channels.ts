/** Adds, changes and removes the channels of teams. */
import { randomBytes } from 'node:crypto';
import type { Principal } from '../../infra/ports/process/principal.ts';
import { channels } from '../../projections/views/people/channels.ts';
import { users } from '../../projections/views/people/users.ts';
import { FORMATS } from '../channels/formats/all-formats.ts';
import { presentDelivery } from '../contract/channel-deliveries.ts';
import { readerIn } from '../contract/languages.ts';
import { InputError } from '../contract/schema/parse.ts';
import { teamScope } from '../contract/scope.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { claimTry } from '../core/claim-try.ts';
import { DomainError } from '../core/errors.ts';
import { handle, handleAs, load } from '../core/handle.ts';
import { channelTexts } from '../mail/channel-mail.ts';
import { addChannelSchema, editChannelSchema, MAX_CHANNELS } from '../model/channel/commands.ts';
import { type Channel, type ChannelState, channel, streamOf } from '../model/channel/decider.ts';
import type { ChannelKind } from '../model/channel/events.ts';
import type { CommandDeps } from './deps.ts';
import { editorOf, metadataOf, setPosition } from './request.ts';
import { route } from './route.ts';

/** How long the former secret of a webhook signs, too. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** Each takes up to 15 seconds. */
const SENDS = { perPerson: 3, inAll: 30, workName: 'messages to channels' };
/** Tests and repeated messages of a person in 15 minutes: they go to anybody’s server, and tests are stored. */
export const MOST_SENDS = 60;

export const channelRoutes = [
  route({
    method: 'POST',
    path: '/api/channels',
    action: 'EditChannels',
    summary: 'Adds a channel to a team. The secret of a webhook is shown only once.',
    body: addChannelSchema,
    answers: { 201: 'ChannelSecretAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { store, reads, guard, now } = deps;
      const { teamId, name, kind, url: address, token = null } = body;
      const scope = teamScope(teamId);
      authorize('EditChannels', await roleIn(store, scope, principal));
      requireAddress(guard, kind, address);
      requireToken(kind, token);
      if ((await reads.find(channels, { where: { scope }, limit: 0 })).total >= MAX_CHANNELS) {
        const message = `This team has ${MAX_CHANNELS} channels already: remove those that it no longer uses.`;
        throw new DomainError('conflict', 'too-many-channels', message);
      }
      const channelId = ctx.state.newId();
      const secret = kind === 'webhook' ? newSecret() : token;
      const command = { type: 'AddChannel', channelId, teamId, name, kind, address, secret } as const;
      const added = await handle(store, channel, command, metadataOf(ctx, principal.userId, now));
      if (kind === 'webhook') {
        ctx.state.shownOnce =
          'The channel was added and its secret shown once: it cannot be shown again. Replace the secret instead.';
      }
      setPosition(ctx, added.position);
      ctx.set('Location', `/api/channels/${channelId}`);
      ctx.set('ETag', `"${added.revision}"`);
      return { id: channelId, revision: added.revision, secret: kind === 'webhook' ? secret : null };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/channels/:id',
    action: 'EditChannels',
    summary: 'Changes, pauses or resumes a channel; omitted fields stay unchanged.',
    body: editChannelSchema,
    answers: { 200: 'ChangedAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body, params: { id: channelId } }, deps) {
      const { name, url: address, token, paused } = body;
      const command = { type: 'EditChannel', channelId, name, address, token, paused } as const;
      const check = (state: ChannelState) => {
        if (state.status !== 'added') return;
        if (address !== undefined) requireAddress(deps.guard, state.kind, address);
        requireToken(state.kind, token ?? null);
      };
      const edited = await handleAs(
        deps.store,
        channel,
        command,
        editorOf(ctx, deps.now),
        permit(deps, principal),
        check,
      );
      if (address !== undefined || token !== undefined || paused === false) await deps.channels.resumed(channelId);
      setPosition(ctx, edited.position);
      ctx.set('ETag', `"${edited.revision}"`);
      return { id: channelId, revision: edited.revision };
    },
  }),

  route({
    method: 'POST',
    path: '/api/channels/:id/secret',
    action: 'EditChannels',
    summary: 'Replaces the secret of a webhook. For 24 hours the former secret signs its messages, too.',
    answers: { 200: 'ChannelSecretAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, params: { id: channelId } }, deps) {
      const secret = newSecret();
      const formerUntil = new Date(deps.now().getTime() + ROTATION_MS).toISOString();
      const command = { type: 'RotateSecret', channelId, secret, formerUntil } as const;
      const editor = editorOf(ctx, deps.now);
      const { revision, position } = await handleAs(deps.store, channel, command, editor, permit(deps, principal));
      ctx.state.shownOnce = 'The secret was replaced and shown once: it cannot be shown again. Replace it once more.';
      setPosition(ctx, position);
      ctx.set('ETag', `"${revision}"`);
      return { id: channelId, revision, secret };
    },
  }),

  route({
    method: 'POST',
    path: '/api/channels/:id/test',
    action: 'EditChannels',
    summary: 'Sends a test message at once, also to a paused channel, and answers what the receiver did.',
    answers: { 200: 'DeliveryAnswer' },
    errorStatuses: [404, 429, 503],
    writes: [],
    async handle({ ctx, principal, params: { id: channelId } }, deps) {
      const { teamId, name } = await requireChannel(deps, principal, channelId);
      await claimTry(deps.claims, { kind: 'channel-sends', key: principal.userId, most: MOST_SENDS }, deps.now());
      ctx.state.acquireSlot(SENDS);
      const { language } = (await deps.reads.get(users, principal.userId))?.settings ?? { language: null };
      const reader = readerIn(language);
      const result = await deps.channels.sendTest(channelId, {
        ...{ id: ctx.state.newId(), kind: 'test', at: deps.now().toISOString(), position: await deps.feed.head() },
        language: reader.language,
        title: channelTexts(reader).text('test', { name }),
        url: deps.channels.pageOf(teamId),
        groups: [],
      });
      return presentSent(result);
    },
  }),

  route({
    method: 'POST',
    path: '/api/channels/:id/deliveries/:deliveryId/send',
    action: 'EditChannels',
    summary: 'Sends a message of a channel once more, at once, with the same id and body.',
    answers: { 200: 'DeliveryAnswer' },
    errorStatuses: [404, 429, 503],
    writes: [],
    async handle({ ctx, principal, params: { id: channelId, deliveryId } }, deps) {
      await requireChannel(deps, principal, channelId);
      await claimTry(deps.claims, { kind: 'channel-sends', key: principal.userId, most: MOST_SENDS }, deps.now());
      ctx.state.acquireSlot(SENDS);
      return presentSent(await deps.channels.sendAgain(channelId, deliveryId));
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/channels/:id',
    action: 'EditChannels',
    summary: 'Removes a channel. What waits for it is not sent.',
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, params: { id: channelId } }, deps) {
      const command = { type: 'RemoveChannel', channelId } as const;
      const removed = await handleAs(deps.store, channel, command, editorOf(ctx, deps.now), permit(deps, principal));
      setPosition(ctx, removed.position);
    },
  }),
];

/** @throws DomainError if there is no such channel, or the caller may not change it. */
async function requireChannel(deps: CommandDeps, principal: Principal, channelId: string): Promise<Channel> {
  const { state } = await load(deps.store, channel, streamOf(channelId));
  await permit(deps, principal)(state);
  if (state.status !== 'added') throw new Error('the policy must refuse strangers: the channel does not exist');
  return state;
}

function presentSent(result: Awaited<ReturnType<CommandDeps['channels']['sendAgain']>>) {
  if (result === null) throw new DomainError('not-found', 'not-found', 'This message is no longer stored.');
  return presentDelivery(result.delivery, result.body);
}

/** Refuses everybody who may not change the channel. */
function permit({ store }: Pick<CommandDeps, 'store'>, principal: Principal) {
  return async (state: ChannelState) =>
    authorize(
      'EditChannels',
      state.status === 'added' ? await roleIn(store, teamScope(state.teamId), principal) : 'stranger',
    );
}

/** A secret as in the Standard Webhooks specification. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** @throws InputError for an address that this installation may not send to, or that does not fit the kind. */
function requireAddress(guard: CommandDeps['guard'], kind: ChannelKind, address: string): void {
  const url = new URL(address);
  const refusal = guard.url(url);
  const problem = refusal === null ? FORMATS[kind].addressProblem?.(url) : `Address cannot be used: ${refusal}`;
  if (problem) throw new InputError({ url: problem });
}

function requireToken(kind: ChannelKind, token: string | null): void {
  if (token !== null && kind !== 'ntfy') throw new InputError({ token: 'Only an ntfy channel has a token' });
}
