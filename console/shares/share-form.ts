/** The values of the Share This Data form and the request body they make. Pure. */

import { parse } from '../../command-service/contract/schema/parse.ts';
import { ALL_LISTS, createShareSchema, validateRecipients } from '../../command-service/model/share/commands.ts';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import { isEqualJson } from '../ui/forms/drafts.ts';
import { formatNoAddress, messages } from './messages.ts';

/** One's own links; other scopes are team ids. */
export const PERSONAL = '';
/** Every list whose links the person may share. */
export const EVERYTHING = ALL_LISTS;

/** The choice of an end on a certain day. */
export const ON_A_DAY = 'day';

export type ShareValues = {
  name: string;
  clientDomain: string;
  /** A team's id, PERSONAL or EVERYTHING. */
  scope: string;
  protect: boolean;
  password: string;
  /** Email addresses, separated by commas, semicolons or white space. */
  emails: string;
  /** 'day' if the page shows one day for good. */
  shows: string;
  /** That day. */
  day: string;
  /** Days until the share ends; '': never; ON_A_DAY: with the day `end`. */
  expires: string;
  end: string;
};

export const initialShare: ShareValues = {
  name: '',
  clientDomain: '',
  scope: EVERYTHING,
  protect: false,
  password: '',
  emails: '',
  shows: '',
  day: '',
  expires: '',
  end: '',
};

/** The values of the form that edits a share. */
export function valuesOf(share: ShareAnswer): ShareValues {
  const { name, clientDomain, lists, hasPassword, emails, asOf, expiresAt } = share;
  const [only = PERSONAL, ...others] = lists.map((list) => list ?? PERSONAL);
  return {
    name,
    clientDomain,
    scope: others.length === 0 ? only : EVERYTHING,
    protect: hasPassword,
    password: '',
    emails: emails.join(', '),
    shows: asOf === null ? '' : 'day',
    day: asOf ?? '',
    expires: expiresAt === null ? '' : ON_A_DAY,
    end: expiresAt?.slice(0, 10) ?? '',
  };
}

/** The email addresses in the input. */
export function addressesIn(typed: string): readonly string[] {
  return typed.split(/[\s,;]+/).filter((each) => each !== '');
}

/** The body of PATCH /api/shared-links/{id}: what differs. A password that is not typed stays. */
export function changesOf(values: ShareValues, initial: ShareValues, now: number): object {
  const before = bodyOf(initial, now);
  return Object.fromEntries(
    Object.entries(bodyOf(values, now)).filter(([name, value]) => !isEqualJson(value, Reflect.get(before, name))),
  );
}

/** The body of POST /api/shared-links. It has the password only if the box is checked. */
export function bodyOf(
  { name, clientDomain, scope, protect, password, emails, shows, day, expires, end }: ShareValues,
  now: number,
) {
  return {
    name,
    clientDomain,
    teamId: scope === PERSONAL ? null : scope,
    password: protect ? password : null,
    emails: addressesIn(emails),
    asOf: shows === '' ? null : day,
    expiresAt: expiryOf(expires, end, now),
  };
}

/** The end as an instant; that of a day is its last. */
function expiryOf(expires: string, end: string, now: number): string | null {
  if (expires === ON_A_DAY) return end === '' ? null : `${end}T23:59:59.999Z`;
  return expires === '' ? null : new Date(now + Number(expires) * 86_400_000).toISOString();
}

/** Whether a person changed anything. */
export function hasInput(values: ShareValues, initial: ShareValues): boolean {
  return Object.entries(values).some(([name, value]) => Reflect.get(initial, name) !== value);
}

/**
 * The errors of the form, by field. `latest`: the last day that has begun anywhere. `initial`: a share that has a password
 * needs no new one.
 */
export function validate(values: ShareValues, latest: string, initial: ShareValues): Partial<ShareValues> {
  const problems: Partial<ShareValues> = {};
  if (values.clientDomain === '') problems.clientDomain = messages.clientRequired;
  if (values.protect && !initial.protect && values.password === '') problems.password = messages.passwordRequired;
  if (values.expires === ON_A_DAY && values.end === '') problems.end = messages.dayRequired;
  if (values.shows !== '' && values.day === '') problems.day = messages.dayRequired;
  if (initial.day === '' && values.shows !== '' && values.day > latest) problems.day = messages.dayAhead;
  const body = { ...bodyOf(values, 0), clientDomain: values.clientDomain || 'none' };
  const { password, emails } = fieldErrors(() => parse(createShareSchema, body));
  if (password !== undefined) problems.password ??= password;
  if (emails !== undefined) problems.emails = emails;
  const [wrong] = wrongAddresses(values.emails, validateRecipients(addressesIn(values.emails)));
  if (wrong !== undefined) problems.emails ??= wrong;
  return problems;
}

/** A sentence for each wrong address. The errors are named `emails.0`, `emails.1` and so on. */
export function wrongAddresses(typed: string, fields: Readonly<Record<string, string | undefined>>): readonly string[] {
  return addressesIn(typed).flatMap((address, index) =>
    fields[`emails.${index}`] === undefined ? [] : [formatNoAddress(address)],
  );
}
