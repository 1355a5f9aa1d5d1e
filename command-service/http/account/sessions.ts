/** Ends sessions, and removes ways to sign in. */
import { notFound } from '../../../infra/http/request/problem.ts';
import { setPosition } from '../request.ts';
import { route } from '../route.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';

export const sessionRoutes = [
  route({
    method: 'DELETE',
    path: '/api/sessions',
    action: 'EndSession',
    onSelf: true,
    summary: 'Signs out everywhere.',
    answers: { 204: null },
    writes: [],
    async handle({ ctx, principal }, { sessions }) {
      await sessions.endAll(principal.userId);
      await sessions.end(ctx);
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/sessions/:id',
    action: 'EndSession',
    onSelf: true,
    summary: 'Signs one browser out.',
    answers: { 204: null },
    writes: [],
    async handle({ principal, params }, { sessions }) {
      if (!(await sessions.endOne(principal.userId, params.id))) throw notFound('This session has ended already.');
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/identities/:id',
    action: 'UnlinkIdentity',
    onSelf: true,
    summary: 'Removes a way to sign in.',
    answers: { 204: null },
    errorStatuses: [409],
    async handle({ ctx, principal, params }, { accounts, sessions }) {
      await requireRecentSignIn(ctx, sessions, 'remove a way to sign in');
      setPosition(ctx, await accounts.unlinkIdentity(principal.userId, params.id, ctx.state.requestId));
    },
  }),
];
