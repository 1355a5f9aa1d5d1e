/** Answers about alert rules. */
import type { AlertRule } from '../../../command-service/model/alert-rule/events.ts';
import type { MissingTarget } from '../../../projections/alerts/rule-targets.ts';

/** One rule: what is told of which links, to whom, and when. */
export interface AlertRuleAnswer extends AlertRule {
  /** What the rule names that no longer exists, or that its list no longer sees: it then tells nothing. */
  readonly missing: MissingTarget | null;
}

/** GET /api/alert-rules: the rules of a team, or your own. */
export interface AlertRulesAnswer {
  /** null: your own rules. */
  readonly teamId: string | null;
  /** Whether these are the rules of a person who has set none: they follow the person’s settings. */
  readonly isDefault: boolean;
  /** How often the rules changed: send it as If-Match with the next change. */
  readonly revision: number;
  readonly rules: readonly AlertRuleAnswer[];
}
