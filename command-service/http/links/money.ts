/** Changes what a link costs, who sells it, and under which order. */
import { handle, load } from '../../core/handle.ts';
import { refuseInTrash, requireAccess } from '../../links/link-access.ts';
import { link, streamOf } from '../../model/link/decider.ts';
import { moneyOf, moneySchema } from '../../model/money/commands.ts';
import { money } from '../../model/money/decider.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const moneyRoutes = [
  route({
    method: 'PUT',
    path: '/api/links/:id/money',
    action: 'EditMoney',
    summary:
      'Replaces the price, the vendor and the order number of a link; an omitted field is not known. `revision` counts these changes, apart from those of the terms: send it as If-Match.',
    body: moneySchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params: { id: linkId } }, deps) {
      const editor = editorOf(ctx, deps.now);
      const command = { type: 'SetMoney', linkId, money: moneyOf(body) } as const;
      const changed = await handle(deps.store, money, command, editor.metadata(), async (_, end) => {
        const { state } = await load(deps.store, link, streamOf(linkId));
        refuseInTrash(await requireAccess(deps, state, editor.principal, 'EditMoney'));
        editor.assertUnchanged({ ...end, revision: end.revision + 1 });
      });
      setPosition(ctx, changed.position);
      const revision = changed.revision + 1;
      ctx.set('ETag', `"${revision}"`);
      return { id: linkId, revision };
    },
  }),
];
