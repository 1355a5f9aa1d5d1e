/** A link as the form has it and as the API takes it. The API's own schema says what is wrong. Pure. */
import { type AddLinkBody, addLinkSchema, DEFAULT_DURATION } from '../../command-service/commands/link.ts';
import { InputError, parse } from '../../command-service/commands/parse.ts';
import type { LinkAnswer } from '../../query-service/queries.ts';
import { joinDuration, splitDuration, UNITS } from './duration.ts';

/** All text, so that a draft of it can be kept. */
export type LinkFormValues = {
  readonly articleLink: string;
  readonly clientLink: string;
  readonly amount: string;
  readonly unit: string;
  readonly assignedTo: string;
  readonly pocEmail: string;
  readonly remarks: string;
};

/** An empty form: 30 days (spec 9), assigned to the person who fills it in (spec 4). */
export function freshValues(userId: string): LinkFormValues {
  const { amount, unit } = splitDuration(DEFAULT_DURATION);
  return { articleLink: '', clientLink: '', amount, unit, assignedTo: userId, pocEmail: '', remarks: '' };
}

export function valuesOf(link: LinkAnswer): LinkFormValues {
  const { amount, unit } = splitDuration(link.duration);
  return {
    articleLink: link.articleLink,
    clientLink: link.clientLink,
    amount,
    unit,
    assignedTo: link.assignedTo ?? '',
    pocEmail: link.pocEmail ?? '',
    remarks: link.remarks ?? '',
  };
}

function durationOf({ amount, unit }: LinkFormValues): string {
  return joinDuration(amount, UNITS.find((each) => each === unit) ?? (unit === 'permanent' ? 'permanent' : 'days'));
}

export function bodyOf(values: LinkFormValues): AddLinkBody {
  return parse(addLinkSchema, {
    articleLink: values.articleLink,
    clientLink: values.clientLink,
    duration: durationOf(values),
    assignedTo: values.assignedTo,
    pocEmail: values.pocEmail,
    remarks: values.remarks,
    status: 'pending',
  });
}

type Problems = { -readonly [Field in keyof LinkFormValues]?: string };

/** The API's field names, as this form's. What belongs to no field here stays unsaid: the message says it. */
export function problemsOf(fields: Readonly<Record<string, string>>): Problems {
  const problems: Problems = {};
  for (const [name, message] of Object.entries(fields)) {
    if (name === 'duration') problems.amount = message;
    else if (name === 'articleLink' || name === 'clientLink' || name === 'pocEmail' || name === 'remarks') {
      problems[name] = message;
    }
  }
  return problems;
}

/** One message a field, none when the form can be sent. */
export function validate(values: LinkFormValues): Problems {
  const problems: Problems = {};
  if (durationOf(values) === '') problems.amount = 'Duration is required';
  try {
    bodyOf(values);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...problems, ...problemsOf(error.fields) };
  }
  return problems;
}

/** Only what was changed, as a PATCH takes it: what someone else changed meanwhile stays theirs. */
export function changesBetween(from: LinkFormValues, to: LinkFormValues): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const name of ['articleLink', 'clientLink', 'assignedTo', 'pocEmail', 'remarks'] as const) {
    if (from[name] !== to[name].trim()) changes[name] = to[name].trim() || null;
  }
  if (durationOf(from) !== durationOf(to)) changes.duration = durationOf(to);
  return changes;
}
