/** Changes what a link costs, who sells it, and under which order. */
import { links } from '../../../projections/views/links/links.ts';
import { fromZero } from '../../core/handle.ts';
import { setMoney } from '../../links/set-money.ts';
import { waitForHead } from '../../links/wait-for-views.ts';
import { moneyOf, moneySchema } from '../../model/money/commands.ts';
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
      // The spelling of a vendor may have come a moment ago.
      if (body.vendor) await waitForHead(deps, [links]);
      const changed = await setMoney(deps, editor, linkId, moneyOf(body));
      setPosition(ctx, changed.position);
      const revision = changed.revision + 1;
      ctx.set('ETag', `"${revision}"`);
      return { id: linkId, revision };
    },
  }),
];
