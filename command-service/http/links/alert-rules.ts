/** Changes the alert rules of a person or a team, and rehearses a rule. */
import { notFound } from '../../../infra/http/request/problem.ts';
import { TARGET_VIEWS, targetProblems } from '../../../projections/alerts/rule-targets.ts';
import { readNews } from '../../../projections/alerts/rules/alert-news.ts';
import {
  groupTitle,
  messageTitle,
  type RuleTexts,
  ruleTexts,
} from '../../../projections/alerts/rules/message-titles.ts';
import { rehearse } from '../../../projections/alerts/rules/rehearse.ts';
import { readViewer } from '../../../projections/alerts/rules/rule-match.ts';
import type { PlannedGroup, PlannedMessage } from '../../../projections/alerts/rules/rule-plan.ts';
import { zoneOf } from '../../../projections/views/people/days-of-lists.ts';
import { readerOf } from '../../contract/languages/reader-language.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { scopeOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { fromZero, handleAs, load } from '../../core/handle.ts';
import { waitForHead } from '../../links/wait-for-views.ts';
import { alertRulesSchema, rehearsalSchema, ruleOf } from '../../model/alert-rule/commands.ts';
import { alertRules, streamOf } from '../../model/alert-rule/decider.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

/** What a rehearsal looks back on, and the most alerts of a list. */
const REHEARSED_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_ALERTS = 20_000;
/** The most of an answer. */
const MOST_MESSAGES = 200;
const MOST_GROUPS = 20;
/** A large list keeps a processor busy for a second. */
const REHEARSALS = { perPerson: 2, inAll: 4, workName: 'rehearsals' };

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

  route({
    method: 'POST',
    path: '/api/alert-rules/rehearsal',
    action: 'EditAlertRules',
    summary: 'What a rule would have sent in the last 30 days. It is not saved.',
    body: rehearsalSchema,
    answers: { 200: 'RehearsalAnswer' },
    errorStatuses: [404, 429, 503],
    writes: [],
    async handle({ ctx, principal, body: { teamId = null, rule: given } }, deps) {
      const { store, reads, now } = deps;
      const scope = scopeOf(principal.userId, teamId);
      authorize('EditAlertRules', await roleIn(store, scope, principal));
      ctx.state.acquireSlot(REHEARSALS);
      const rule = ruleOf(given, given.id ?? 'rehearsed');
      await waitForHead(deps, TARGET_VIEWS);
      const problems = Object.entries(await targetProblems(reads, scope, rule));
      if (problems.length > 0) {
        throw new InputError(Object.fromEntries(problems.map(([field, problem]) => [`rule.${field}`, problem])));
      }
      const viewer = await readViewer(reads, scope, rule);
      if (viewer === null) throw notFound();
      const until = now();
      const since = new Date(until.getTime() - REHEARSED_MS).toISOString();
      const news = await readNews(reads, [...viewer.audiences.keys()], { after: 0, since, limit: MOST_ALERTS });
      const cut = [...Map.groupBy(news, ({ audience }) => audience).values()].filter(
        ({ length }) => length >= MOST_ALERTS,
      );
      const messages = rehearse(rule, news, viewer, await zoneOf(reads, scope), until);
      const texts = ruleTexts(readerOf(ctx));
      return {
        since: cut.reduce((last, [oldest]) => (oldest !== undefined && oldest.at > last ? oldest.at : last), since),
        until: until.toISOString(),
        messages: messages
          .slice(-MOST_MESSAGES)
          .toReversed()
          .map((message) => presentMessage(message, texts)),
        total: messages.length,
      };
    },
  }),
];

function presentMessage(message: PlannedMessage, texts: RuleTexts) {
  const { at, kind, groups } = message;
  const countOf = ({ counts }: PlannedGroup) => Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    ...{ at: new Date(at).toISOString(), kind, title: messageTitle(message, texts), groupCount: groups.length },
    count: groups.reduce((sum, group) => sum + countOf(group), 0),
    groups: groups
      .slice(0, MOST_GROUPS)
      .map((group) => ({ title: groupTitle(kind, group, texts), count: countOf(group) })),
  };
}
