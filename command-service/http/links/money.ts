/** Changes what a link costs, who sells it, and under which order. */
import { fromZero, handleAs } from '../../core/handle.ts';
import { requireActiveLink } from '../../links/link-access.ts';
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
      const editor = fromZero(editorOf(ctx, deps.now));
      const command = { type: 'SetMoney', linkId, money: moneyOf(body) } as const;
      const changed = await handleAs(deps.store, money, command, editor, () =>
        requireActiveLink(deps, linkId, editor.principal, 'EditMoney'),
      );
      setPosition(ctx, changed.position);
      const revision = changed.revision + 1;
      ctx.set('ETag', `"${revision}"`);
      return { id: linkId, revision };
    },
  }),
];
