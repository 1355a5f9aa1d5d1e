/** GET /api/terms-templates. */
import { allows } from '../../command-service/contract/policy.ts';
import { wholeList } from '../../infra/http/request/route-facts.ts';
import { links } from '../../projections/views/links/links.ts';
import { termsTemplates } from '../../projections/views/links/terms-templates.ts';
import { accessOf, teamIdOf } from '../access/access.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { route } from './route.ts';

export const termsTemplateRoutes = [
  route({
    method: 'GET',
    path: '/api/terms-templates',
    action: 'ReadTermsTemplates',
    summary: 'The templates of terms of your lists, each with the number of links that got its terms.',
    answers: { 200: wholeList('TermsTemplateAnswer') },
    async handle({ ctx, principal }, { reads, ...deps }) {
      await waitForPosition(ctx, { reads, ...deps }, termsTemplates, links);
      const access = await accessOf(reads, principal);
      const { rows } = await reads.find(termsTemplates, { where: { scope: access.scopes } });
      const lines = rows.flatMap(({ scope, templates, revision }) =>
        templates.map(async (template) => {
          const count = async (templateId: string) =>
            (await reads.find(links, { where: { scope, place: 'active', templateId }, limit: 0 })).total;
          const counts = { links: await count(template.id), changedLinks: await count(`~${template.id}`) };
          const mayEdit = allows('EditTermsTemplates', access.roleIn(scope));
          return { ...template, teamId: teamIdOf(scope), mayEdit, ...counts, revision };
        }),
      );
      return Promise.all(lines);
    },
  }),
];
