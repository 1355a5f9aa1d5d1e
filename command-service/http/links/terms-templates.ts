/** Changes the templates of terms of a list. */
import { scopeOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { fromZero, handleAs, load } from '../../core/handle.ts';
import { termsOf } from '../../model/terms/commands.ts';
import { termsTemplatesSchema } from '../../model/terms-template/commands.ts';
import { streamOf, termsTemplates } from '../../model/terms-template/decider.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const termsTemplateRoutes = [
  route({
    method: 'PUT',
    path: '/api/terms-templates',
    action: 'EditTermsTemplates',
    summary: 'Replaces the templates of terms of your own list, or of a team. Links keep their terms.',
    body: termsTemplatesSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [404],
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body: { teamId = null, templates } }, { store, now }) {
      const scope = scopeOf(principal.userId, teamId);
      const editor = fromZero(editorOf(ctx, now));
      const authorizeOn = async () => authorize('EditTermsTemplates', await roleIn(store, scope, principal));
      const { state } = await load(store, termsTemplates, streamOf(scope));
      const given = templates.map(({ id, name, terms }) => ({
        id: state.find((each) => each.id === id)?.id ?? ctx.state.newId(),
        ...{ name: name.trim(), terms: termsOf(terms) },
      }));
      const command = { type: 'SetTermsTemplates', scope, templates: given } as const;
      const changed = await handleAs(store, termsTemplates, command, editor, authorizeOn);
      const revision = changed.revision + 1;
      setPosition(ctx, changed.position);
      ctx.set('ETag', `"${revision}"`);
      return { id: teamId ?? principal.userId, revision };
    },
  }),
];
