/** The command that replaces the alert rules of a person or a team, and the schema of its body. */
import * as yup from 'yup';
import { DEVIATION_CODES } from '../../contract/deviations.ts';
import { WARNING_CODES } from '../../contract/observation.ts';
import { text } from '../../contract/schema/fields.ts';
import { type Scope, teamIdOf, teamScope, userIdOf, userScope } from '../../contract/scope.ts';
import { ALERT_KINDS, type AlertRule, GROUPINGS, PACES } from './events.ts';

const MAX_RULES = 50;
const KINDS_REQUIRED = 'Choose what the rule tells.';
const WHERE = ['everything', 'assigned', 'list', 'client', 'campaign', 'tag'] as const;
const TO = ['me', 'member', 'channel'] as const;
const NO_PLACE = 'Choose the list, the client, the campaign or the tag.';
const NO_RECEIVER = 'Choose a person or a channel of the team.';
const QUIET = 'Quiet hours must begin and end at different hours.';

/** One rule as it is sent: without an id it is new. */
export const alertRuleSchema = yup.object({
  id: text('Rule', 100).nullable(),
  kinds: codes('Kinds', ALERT_KINDS).min(1, KINDS_REQUIRED).required(KINDS_REQUIRED),
  deviations: codes('Deviations', DEVIATION_CODES),
  warnings: codes('Warnings', WARNING_CODES),
  where: choice('Where', WHERE, ['everything', 'assigned'], NO_PLACE),
  to: choice('Receiver', TO, ['me'], NO_RECEIVER),
  when: yup
    .object({
      pace: oneOf('Pace', PACES),
      hour: number('Hour', 0, 23),
      weekday: number('Weekday', 1, 7),
      quiet: yup
        .object({ from: number('Quiet hours', 0, 23), to: number('Quiet hours', 0, 23) })
        .noUnknown('Quiet hours have no such field')
        .typeError('Quiet hours must be an object')
        .test('differ', QUIET, (quiet) => !quiet || quiet.from !== quiet.to)
        .default(undefined)
        .nullable(),
    })
    .noUnknown('The time of a rule has no such field')
    .required('The time of the rule is required'),
  group: oneOf('Group', GROUPINGS),
  on: yup.boolean().typeError('On must be true or false').required('On is required'),
});

/** Body of PUT /api/alert-rules. Without a team the rules are the person’s own. */
export const alertRulesSchema = yup.object({
  teamId: text('Team', 100).nullable(),
  rules: yup
    .array(alertRuleSchema.noUnknown('A rule has no such field').required('A rule must be an object'))
    .typeError('Rules must be a list')
    .max(MAX_RULES, `There can be at most ${MAX_RULES} rules`)
    .required('Rules are required'),
});

/** Body of POST /api/alert-rules/rehearsal. */
export const rehearsalSchema = yup.object({
  teamId: text('Team', 100).nullable(),
  rule: alertRuleSchema.noUnknown('A rule has no such field').required('Rule is required'),
});

export interface SetAlertRules {
  readonly type: 'SetAlertRules';
  readonly scope: Scope;
  readonly rules: readonly AlertRule[];
}

/** The rule with codes in their usual order, each once, and without what has no meaning for it. */
export function ruleOf(given: yup.InferType<typeof alertRuleSchema>, id: string): AlertRule {
  const { where, to, when, group, on } = given;
  const kinds = ALERT_KINDS.filter((kind) => given.kinds.includes(kind));
  const chosen = <Code extends string>(all: readonly Code[], codes: readonly string[] | null | undefined) =>
    all.filter((code) => codes?.includes(code));
  return {
    ...{ id, kinds },
    deviations: kinds.includes('deviates') ? chosen(DEVIATION_CODES, given.deviations) : [],
    warnings: kinds.includes('warned') ? chosen(WARNING_CODES, given.warnings) : [],
    where: placeOf(where.kind, where.id ?? ''),
    to: to.kind === 'me' ? { kind: 'me' } : { kind: to.kind, id: to.id ?? '' },
    when: { pace: when.pace, hour: when.hour, weekday: when.weekday, quiet: when.quiet ?? null },
    ...{ group, on },
  };
}

function placeOf(kind: (typeof WHERE)[number], id: string): AlertRule['where'] {
  if (kind === 'everything' || kind === 'assigned') return { kind };
  if (kind !== 'list') return { kind, id };
  const teamId = teamIdOf(id);
  return { kind, id: teamId === null ? userScope(userIdOf(id) ?? '') : teamScope(teamId) };
}

function oneOf<const Value extends string>(label: string, values: readonly Value[]) {
  const message = `${label} must be one of ${values.join(', ')}`;
  return yup.string().typeError(message).oneOf(values, message).required(message);
}

function codes<const Code extends string>(label: string, all: readonly Code[]) {
  return yup
    .array(oneOf(label, all))
    .typeError(`${label} must be a list`)
    .max(all.length, `${label} has each entry at most once`);
}

function number(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return yup.number().typeError(message).integer(message).min(min, message).max(max, message).required(message);
}

/** A kind and, except for these kinds, the id of what it names. */
function choice<const Kind extends string>(
  label: string,
  kinds: readonly Kind[],
  without: readonly NoInfer<Kind>[],
  message: string,
) {
  const [known, named] = [{ properties: { kind: { enum: without } } }, { properties: { id: { type: 'string' } } }];
  return yup
    .object({ kind: oneOf(label, kinds), id: text(label, 300).nullable() })
    .noUnknown(`${label} has a kind and an id, and nothing else`)
    .typeError(`${label} must be an object`)
    .required(`${label} is required`)
    .test({
      ...{ name: 'id', message, params: { jsonSchema: { anyOf: [known, { ...named, required: ['id'] }] } } },
      test(value) {
        const { kind, id }: { readonly kind?: string; readonly id?: string | null | undefined } = value;
        return typeof id === 'string' || without.some((each) => each === kind);
      },
    });
}
