/** GET /api/alert-rules. */
import { allows } from '../../command-service/contract/policy.ts';
import { scopeOf } from '../../command-service/contract/scope.ts';
import { defaultRules } from '../../command-service/model/alert-rule/events.ts';
import { DEFAULT_SETTINGS } from '../../command-service/model/user/events.ts';
import { notFound, Problem } from '../../infra/http/request/problem.ts';
import { missingTarget, TARGET_VIEWS } from '../../projections/alerts/rule-targets.ts';
import { alertRules } from '../../projections/views/people/alert-rules.ts';
import { users } from '../../projections/views/people/users.ts';
import { accessOf } from '../access/access.ts';
import { alertRuleListSchema } from '../contract/queries.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { route } from './route.ts';

const FORBIDDEN = 'Your permission in this team does not allow that. Ask the team’s owner.';

export const alertRuleRoutes = [
  route({
    method: 'GET',
    path: '/api/alert-rules',
    action: 'ReadAlertRules',
    summary: 'The alert rules of a team, or your own: without rules of your own, what your settings say.',
    query: alertRuleListSchema,
    answers: { 200: 'AlertRulesAnswer' },
    errorStatuses: [403, 404],
    async handle({ ctx, principal, query: { teamId = null } }, { reads, ...deps }) {
      await waitForPosition(ctx, { reads, ...deps }, alertRules, users, ...TARGET_VIEWS);
      const { userId } = principal;
      const scope = scopeOf(userId, teamId);
      const role = (await accessOf(reads, principal)).roleIn(scope);
      if (!allows('ReadAlertRules', role))
        throw allows('ReadTeam', role) ? new Problem(403, 'forbidden', FORBIDDEN) : notFound();
      const set = await reads.get(alertRules, scope);
      const settings = (await reads.get(users, userId))?.settings ?? DEFAULT_SETTINGS;
      const rules = set?.rules ?? (teamId === null ? defaultRules(settings) : []);
      return {
        ...{ teamId, isDefault: set === null && teamId === null, revision: set?.revision ?? 0 },
        rules: await Promise.all(
          rules.map(async (rule) => ({ ...rule, missing: await missingTarget(reads, scope, rule) })),
        ),
      };
    },
  }),
];
