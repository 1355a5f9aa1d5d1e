/** PUT and DELETE /api/brands/{list}. */
import type { Principal } from '../../../infra/ports/process/principal.ts';
import { logosOf } from '../../../infra/ports/storage/blob-store.ts';
import { drawLogo } from '../../brand/draw-logo.ts';
import { parseLogo } from '../../brand/parse-logo.ts';
import { listScope } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { fromZero, handleAs } from '../../core/handle.ts';
import { brandSchema } from '../../model/brand/commands.ts';
import { brand } from '../../model/brand/decider.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

/** A logo of the largest size takes 200 MB while it is drawn. */
const LOGOS = { perPerson: 2, inAll: 2, workName: 'logos' };

export const brandRoutes = [
  route({
    method: 'PUT',
    path: '/api/brands/:list',
    action: 'EditBrand',
    summary: 'Replaces the brand of a team, or of your own links (`personal`). Without `logo`, the logo stays.',
    body: brandSchema,
    // A logo of 1 MB is 1.4 MB as a data URL.
    maxBody: 1.5 * 1024 * 1024,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [404, 429, 503],
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, params, body }, deps) {
      const { scope, authorizeOn } = await permitted(deps, principal, params.list);
      const { name, accent = null, senderName, footer, logo: sent } = body;
      const file = sent ? parseLogo(sent) : null;
      if (file !== null) ctx.state.acquireSlot(LOGOS);
      const drawn = file && (await drawLogo(file));
      const store = async () => (drawn === null ? '' : deps.files.put(logosOf(scope), drawn.png));
      const hash = await store();
      const logo = drawn && { hash, width: drawn.width, height: drawn.height };
      const texts = { name, accent, senderName: senderName ?? '', footer: footer ?? '' };
      const command = { type: 'SetBrand', scope, ...texts, logo: sent === undefined ? undefined : logo } as const;
      const changed = await handleAs(deps.store, brand, command, fromZero(editorOf(ctx, deps.now)), authorizeOn);
      // A logo that was in use before may have been removed in between.
      await store();
      const revision = changed.revision + 1;
      setPosition(ctx, changed.position);
      ctx.set('ETag', `"${revision}"`);
      return { id: params.list, revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/brands/:list',
    action: 'EditBrand',
    summary: 'Removes the brand of a team, or of your own links (`personal`), and its logo.',
    answers: { 204: null },
    errorStatuses: [404],
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, params }, deps) {
      const { scope, authorizeOn } = await permitted(deps, principal, params.list);
      const editor = fromZero(editorOf(ctx, deps.now));
      const removed = await handleAs(deps.store, brand, { type: 'RemoveBrand', scope }, editor, authorizeOn);
      setPosition(ctx, removed.position);
    },
  }),
];

/** The list, if the caller may change its brand now. @throws DomainError. */
async function permitted({ store }: Pick<CommandDeps, 'store'>, principal: Principal, list: string) {
  const scope = listScope(principal.userId, list);
  const authorizeOn = async () => authorize('EditBrand', await roleIn(store, scope, principal));
  await authorizeOn();
  return { scope, authorizeOn };
}
