/** What an alert rule would have sent. Pure. */
import type { AlertRule } from '../../../command-service/model/alert-rule/events.ts';
import type { AlertNews } from './alert-news.ts';
import { IncidentLog } from './incidents.ts';
import { matches, type RuleViewer } from './rule-match.ts';
import { type PlannedMessage, RulePlan } from './rule-plan.ts';

/**
 * The messages of a rule up to an instant, oldest first. People may have read alerts, acknowledged incidents or deleted
 * links meanwhile: the rounds leave those out, a rehearsal does not.
 * @param news all alerts that the receiver sees, oldest first; also those that the rule does not tell, as they end incidents.
 */
export function rehearse(
  rule: AlertRule,
  news: readonly AlertNews[],
  viewer: RuleViewer,
  zone: string,
  until: Date,
): readonly PlannedMessage[] {
  const incidents = new IncidentLog();
  const plan = new RulePlan(rule, zone);
  const messages: PlannedMessage[] = [];
  for (const each of news) {
    messages.push(...plan.until(Date.parse(each.at)));
    plan.take(each, matches(rule, each, viewer), incidents.join(each));
  }
  return [...messages, ...plan.until(until.getTime())];
}
