/** Adds, changes and deletes saved views. */
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { savedViewQuerySchema } from '../../../query-service/contract/queries.ts';
import { readQueryString } from '../../../query-service/contract/query-string.ts';
import type { Action } from '../../contract/policy.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { scopeOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { handle, handleAs } from '../../core/handle.ts';
import { addSavedViewSchema, editSavedViewSchema, type SavedViewCommand } from '../../model/saved-view/commands.ts';
import { savedView } from '../../model/saved-view/decider.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const savedViewRoutes = [
  route({
    method: 'POST',
    path: '/api/saved-views',
    action: 'AddSavedView',
    summary: 'Saves the filter and order of a list of links under a name, for yourself or for a team.',
    body: addSavedViewSchema,
    answers: { 201: 'ChangedAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const scope = scopeOf(userId, body.teamId ?? null);
      authorize('AddSavedView', await roleIn(deps.store, scope, principal));
      const viewId = ctx.state.newId();
      const query = validQuery(body.query);
      const added = await handle(
        deps.store,
        savedView,
        { type: 'AddSavedView', viewId, scope, name: body.name, query },
        metadataOf(ctx, userId, deps.now),
      );
      setPosition(ctx, added.position);
      ctx.set('Location', `/api/saved-views/${viewId}`);
      ctx.set('ETag', `"${added.revision}"`);
      return { id: viewId, revision: added.revision };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/saved-views/:id',
    action: 'EditSavedView',
    summary: 'Changes a saved view, or shares it with a team; omitted fields stay unchanged.',
    body: editSavedViewSchema,
    answers: { 200: 'ChangedAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body, params: { id: viewId } }, deps) {
      const { name, query, teamId } = body;
      const scope = teamId === undefined ? undefined : scopeOf(principal.userId, teamId);
      if (scope !== undefined) authorize('AddSavedView', await roleIn(deps.store, scope, principal));
      const fields = { name, query: query === undefined ? undefined : validQuery(query), scope };
      const edited = await change(deps, ctx, 'EditSavedView', { type: 'EditSavedView', viewId, fields });
      setPosition(ctx, edited.position);
      ctx.set('ETag', `"${edited.revision}"`);
      return { id: viewId, revision: edited.revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/saved-views/:id',
    action: 'DeleteSavedView',
    summary: 'Deletes a saved view.',
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, params: { id: viewId } }, deps) {
      const deleted = await change(deps, ctx, 'DeleteSavedView', { type: 'DeleteSavedView', viewId });
      setPosition(ctx, deleted.position);
    },
  }),
];

/** Executes a command on a view that the person may change, at the revision they have seen. */
async function change(deps: CommandDeps, ctx: RequestContext, action: Action, command: SavedViewCommand) {
  const editor = editorOf(ctx, deps.now);
  return handleAs(deps.store, savedView, command, editor, async (state) =>
    authorize(
      action,
      state.status === 'active' ? await roleIn(deps.store, state.fields.scope, editor.principal) : 'stranger',
    ),
  );
}

const NO_VENDOR = 'A saved view cannot filter by vendor, which not everybody who sees the view may know';

/** The query in canonical form. @throws InputError if no list of links has such a filter or order. */
function validQuery(text: string): string {
  const params = new URLSearchParams(text);
  if (params.has('vendor')) throw new InputError({ query: NO_VENDOR });
  try {
    readQueryString(
      savedViewQuerySchema,
      Object.fromEntries([...params.keys()].map((key) => [key, params.getAll(key)])),
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ query: Object.values(error.fields).join(' ') });
  }
  params.sort();
  return params.toString();
}
