/** Sample data for a newcomer. */
import { addSampleData, removeSampleData } from '../../imports/sample-data.ts';
import { metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const sampleDataRoutes = [
  route({
    method: 'POST',
    path: '/api/sample-data',
    action: 'CreateTeam',
    onSelf: true,
    summary: 'Creates a team with sample links, which shares and mails leave out.',
    answers: { 201: 'CreatedTeamAnswer' },
    errorStatuses: [409],
    async handle({ ctx, principal: { userId } }, deps) {
      const order = { userId, newId: ctx.state.newId, metadata: metadataOf(ctx, userId, deps.now) };
      const { id, name, position } = await addSampleData(deps, order);
      setPosition(ctx, position);
      ctx.set('Location', `/api/teams/${id}`);
      return { id, name };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/sample-data',
    action: 'CreateTeam',
    onSelf: true,
    summary: 'Deletes your sample data forever: the team, its links and campaigns.',
    answers: { 204: null },
    async handle({ ctx, principal: { userId } }, deps) {
      setPosition(ctx, await removeSampleData(deps, { userId, metadata: metadataOf(ctx, userId, deps.now) }));
    },
  }),
];
