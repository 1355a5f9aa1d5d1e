/** Adds, changes and removes the channels of teams. */
import { randomBytes } from 'node:crypto';
import type { Principal } from '../../infra/ports/process/principal.ts';
import { channels } from '../../projections/views/people/channels.ts';
import { InputError } from '../contract/schema/parse.ts';
import { teamScope } from '../contract/scope.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { DomainError } from '../core/errors.ts';
import { handle, handleAs } from '../core/handle.ts';
import { addChannelSchema, editChannelSchema, MAX_CHANNELS } from '../model/channel/commands.ts';
import { type ChannelState, channel } from '../model/channel/decider.ts';
import type { ChannelKind } from '../model/channel/events.ts';
import type { CommandDeps } from './deps.ts';
import { editorOf, metadataOf, setPosition } from './request.ts';
import { route } from './route.ts';

/** How long the former secret of a webhook signs, too. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

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
function requireAddress(guard: CommandDeps['guard'], _kind: ChannelKind, address: string): void {
  const problem = guard.url(new URL(address));
  if (problem !== null) throw new InputError({ url: `Address cannot be used: ${problem}` });
}

function requireToken(kind: ChannelKind, token: string | null): void {
  if (token !== null && kind !== 'ntfy') throw new InputError({ token: 'Only an ntfy channel has a token' });
}
