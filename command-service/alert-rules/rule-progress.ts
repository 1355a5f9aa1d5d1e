/** The names under which the progress of alert rules is stored. */

/** By audience: the position of its newest alert. `ALL` lists all. */
export const ALERTED = 'alert-audience-alerted';
/** By audience: the position up to which its alerts were given to rules, for longer than `ALERTED`. `ALL` lists all. */
export const TAKEN = 'alert-audience-taken';
/** By scope: the position at which its rules were set, until the rules were looked at. `ALL` lists all. */
export const RULES_SET = 'alert-rules-set';
/** By scope: when the next message of its rules is due, an ISO instant. `ALL` lists all. */
export const NEXT = 'alert-rules-next';
/** By scope and rule: a `StoredProgress`. Its scope is the owner. */
export const PROGRESS = 'alert-rule-progress';
export const ALL = 'all';
