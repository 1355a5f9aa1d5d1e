/** Changes the alert rules of a person or a team. */
import { TARGET_VIEWS, targetProblems } from '../../../projections/alerts/rule-targets.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { scopeOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { fromZero, handleAs, load } from '../../core/handle.ts';
import { waitForHead } from '../../links/wait-for-views.ts';
import { alertRulesSchema, ruleOf } from '../../model/alert-rule/commands.ts';
import { alertRules, streamOf } from '../../model/alert-rule/decider.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const alertRuleRoutes = [
  route({
    method: 'PUT',
    path: '/api/alert-rules',
    action: 'EditAlertRules',
    summary: 'Replaces your own alert rules, or those of a team. A rule without an id is new.',
    body: alertRulesSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [404],
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body: { teamId = null, rules } }, deps) {
      const { store, reads, now } = deps;
      const scope = scopeOf(principal.userId, teamId);
      const authorizeOn = async () => authorize('EditAlertRules', await roleIn(store, scope, principal));
      await authorizeOn();
      const before = (await load(store, alertRules, streamOf(scope))).state ?? [];
      const given = rules.map((rule, index) => {
        const isFirst = rules.findIndex(({ id }) => id === rule.id) === index;
        const known = isFirst ? before.find(({ id }) => id === rule.id) : undefined;
        return ruleOf(rule, known?.id ?? ctx.state.newId());
      });
      await waitForHead(deps, TARGET_VIEWS);
      const fields: Record<string, string> = {};
      for (const [index, rule] of given.entries()) {
        // What a rule names may have ended since it was set: that refuses no change of the other rules.
        const isSame = ({ id, to, where }: typeof rule) =>
          JSON.stringify([id, to, where]) === JSON.stringify([rule.id, rule.to, rule.where]);
        if (before.some(isSame)) continue;
        const problems = await targetProblems(reads, scope, rule);
        for (const [field, problem] of Object.entries(problems)) fields[`rules[${index}].${field}`] = problem;
      }
      if (Object.keys(fields).length > 0) throw new InputError(fields);
      const command = { type: 'SetAlertRules', scope, rules: given } as const;
      const changed = await handleAs(store, alertRules, command, fromZero(editorOf(ctx, now)), authorizeOn);
      const revision = changed.revision + 1;
      setPosition(ctx, changed.position);
      ctx.set('ETag', `"${revision}"`);
      return { id: teamId ?? principal.userId, revision };
    },
  }),
];
