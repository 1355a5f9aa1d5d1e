/** GET /api/brands/{list}, and GET /api/logos/{hash} for everybody who sees a page or a mail of the list. */
import { allows } from '../../command-service/contract/policy.ts';
import { listScope } from '../../command-service/contract/scope.ts';
import { notFound } from '../../infra/http/request/problem.ts';
import { logosOf } from '../../infra/ports/storage/blob-store.ts';
import { brands } from '../../projections/views/people/brands.ts';
import { accessOf } from '../access/access.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { NO_BRAND, presentShownBrand } from '../presenters/brand.ts';
import { route } from './route.ts';

export const brandRoutes = [
  route({
    method: 'GET',
    path: '/api/brands/:list',
    action: 'ReadBrand',
    summary: 'How share pages, mails and reports of a team look, or those of your own links (`personal`).',
    answers: { 200: 'BrandAnswer' },
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, brands);
      const scope = listScope(principal.userId, params.list);
      const access = await accessOf(deps.reads, principal);
      if (!allows('ReadBrand', access.roleIn(scope))) throw notFound();
      const { brand, revision } = (await deps.reads.get(brands, scope)) ?? { brand: null, revision: 0 };
      const { accent, senderName } = brand ?? NO_BRAND;
      return { ...presentShownBrand(brand ?? NO_BRAND), accent, senderName, revision };
    },
  }),

  route({
    method: 'GET',
    path: '/api/logos/:hash',
    action: null,
    summary: 'The logo of a brand.',
    answers: { 200: { media: ['image/png'] } },
    errorStatuses: [404],
    async handle({ ctx, params: { hash } }, deps) {
      const [list] = (await deps.reads.find(brands, { where: { logo: hash }, limit: 1 })).rows;
      const bytes = list === undefined ? null : await deps.blobs.get(logosOf(list.scope), hash);
      if (bytes === null) throw notFound();
      // The hash in the address never changes meaning. Mail programs show the picture on pages of their own.
      ctx.set({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      ctx.type = 'image/png';
      return Buffer.from(bytes);
    },
  }),
];
