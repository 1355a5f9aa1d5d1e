/** Answers about alert rules. */
import type { AlertRule } from '../../../command-service/model/alert-rule/events.ts';
import type { MissingTarget } from '../../../projections/alerts/rule-targets.ts';
import type { PlannedKind } from '../../../projections/alerts/rules/rule-plan.ts';

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

/** One message that a rule would have sent. */
export interface RehearsedMessageAnswer {
  readonly at: string;
  readonly kind: PlannedKind;
  readonly title: string;
  /** How many alerts it tells, or, of a reminder or a follow-up, how many links it is about. */
  readonly count: number;
  /** Its parts, at most 20. */
  readonly groups: readonly { readonly title: string; readonly count: number }[];
  /** How many parts it has. */
  readonly groupCount: number;
}

/**
 * POST /api/alert-rules/rehearsal: what a rule would have sent, had nobody read, acknowledged or changed anything since.
 * The rule follows the present facts of the links.
 */
export interface RehearsalAnswer {
  /** The first moment that was looked at: 30 days ago, or later if there were too many alerts. */
  readonly since: string;
  readonly until: string;
  /** The newest 200 messages, newest first. */
  readonly messages: readonly RehearsedMessageAnswer[];
  /** How many messages there are. */
  readonly total: number;
}
