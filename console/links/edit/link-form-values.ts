/** The values of the link form, and the API's request. The API's own schema validates them. Pure. */

import { parse } from '../../../command-service/contract/schema/parse.ts';
import { type AddLinkBody, addLinkSchema, DEFAULT_DURATION } from '../../../command-service/model/link/commands.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { fieldErrors } from '../../ui/fields/field-errors.ts';
import { joinDuration, splitDuration, UNITS } from '../duration.ts';
import { joinTags, parseTags } from '../tags/tag-text.ts';

/** All text, for drafts. */
export type LinkFormValues = {
  readonly articleLink: string;
  readonly clientLink: string;
  readonly amount: string;
  readonly unit: string;
  /** Empty: no team. */
  readonly teamId: string;
  /** Empty: none; only when a link is edited. */
  readonly campaignId: string;
  readonly assignedTo: string;
  readonly pocEmail: string;
  /** YYYY-MM-DD; only when a link is edited. */
  readonly liveDate: string;
  readonly remarks: string;
  /** Separated by commas. */
  readonly tags: string;
};

interface ProposedValues {
  readonly teamId?: string;
  readonly clientLink?: string;
  readonly duration?: string;
}

/** An empty form: assigned to the person who fills it in, 30 days unless another duration is proposed. */
export function freshValues(
  userId: string,
  { teamId = '', clientLink = '', duration = DEFAULT_DURATION }: ProposedValues = {},
): LinkFormValues {
  const { amount, unit } = splitDuration(duration);
  return {
    articleLink: '',
    clientLink,
    amount,
    unit,
    teamId,
    campaignId: '',
    assignedTo: userId,
    liveDate: '',
    pocEmail: '',
    remarks: '',
    tags: '',
  };
}

export function valuesOf(link: LinkAnswer): LinkFormValues {
  const { amount, unit } = splitDuration(link.duration);
  return {
    articleLink: link.articleLink,
    clientLink: link.clientLink,
    amount,
    unit,
    teamId: link.teamId ?? '',
    campaignId: link.campaignId ?? '',
    assignedTo: link.assignedTo ?? '',
    liveDate: link.liveDate ?? '',
    pocEmail: link.pocEmail ?? '',
    remarks: link.remarks ?? '',
    tags: joinTags(link.tags),
  };
}

function durationOf({ amount, unit }: LinkFormValues): string {
  return joinDuration(amount, UNITS.find((each) => each === unit) ?? (unit === 'permanent' ? 'permanent' : 'days'));
}

export function toRequestBody(values: LinkFormValues): AddLinkBody {
  return parse(addLinkSchema, {
    articleLink: values.articleLink,
    clientLink: values.clientLink,
    duration: durationOf(values),
    teamId: values.teamId,
    assignedTo: values.assignedTo,
    pocEmail: values.pocEmail,
    ...(values.liveDate === '' ? {} : { liveDate: values.liveDate }),
    remarks: values.remarks,
    tags: parseTags(values.tags),
    status: 'pending',
  });
}

const OWN = [
  'articleLink',
  'clientLink',
  'liveDate',
  'teamId',
  'campaignId',
  'assignedTo',
  'pocEmail',
  'remarks',
] as const;

const isOwn = (name: string): boolean => name === 'tags' || OWN.some((each) => each === name);

/** The API's field names as those of this form; the rest is left to the form's message. */
export function toFieldErrors(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) =>
      name === 'duration' ? [['amount', message]] : isOwn(name) ? [[name, message]] : [],
    ),
  );
}

/** One message per field; none if the form can be sent. */
export function validate(values: LinkFormValues): Readonly<Record<string, string>> {
  return {
    ...(durationOf(values) === '' ? { amount: 'Duration is required' } : {}),
    ...toFieldErrors(fieldErrors(() => toRequestBody(values))),
  };
}

type ChangedValue = string | null | readonly string[];

/** Only the changed fields, as a PATCH takes them: concurrent changes to other fields stay. */
export function changesBetween(from: LinkFormValues, to: LinkFormValues): Record<string, ChangedValue> {
  const changes: Record<string, ChangedValue> = {};
  for (const name of OWN) {
    if (from[name] !== to[name].trim()) changes[name] = to[name].trim() || null;
  }
  if (durationOf(from) !== durationOf(to)) changes.duration = durationOf(to);
  if (from.tags !== to.tags) changes.tags = parseTags(to.tags);
  return changes;
}

export interface PossibleAssignee {
  readonly id: string;
  readonly name: string;
}
