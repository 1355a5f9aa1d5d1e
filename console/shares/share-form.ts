/** The form of Share This Data, and what is sent of it. Pure. */

import { InputError, parse } from '../../command-service/commands/schema/parse.ts';
import { createShareSchema, validateRecipients } from '../../command-service/commands/share.ts';
import { messages } from './messages.ts';

/** Stands for one's own links, beside the ids of teams. */
export const PERSONAL = '';

export type ShareValues = {
  clientDomain: string;
  /** A team's id, or PERSONAL. */
  scope: string;
  /** 'yes': the box is ticked. */
  protect: string;
  password: string;
  /** Addresses, separated by commas, semicolons or white space. */
  emails: string;
  /** Days from now; '': never. */
  expires: string;
};

export const initialShare: ShareValues = {
  clientDomain: '',
  scope: PERSONAL,
  protect: '',
  password: '',
  emails: '',
  expires: '',
};

/** The addresses in what was typed. */
export function addressesIn(typed: string): readonly string[] {
  return typed.split(/[\s,;]+/).filter((each) => each !== '');
}

/** The body of POST /api/shared-links: with the password only if the box is ticked. */
export function bodyOf({ clientDomain, scope, protect, password, emails, expires }: ShareValues, now: number) {
  return {
    clientDomain,
    teamId: scope === PERSONAL ? null : scope,
    password: protect === '' ? null : password,
    emails: addressesIn(emails),
    expiresAt: expires === '' ? null : new Date(now + Number(expires) * 86_400_000).toISOString(),
  };
}

/** What is wrong, by field. */
export function validate(values: ShareValues): Partial<ShareValues> {
  const problems: Partial<ShareValues> = {};
  if (values.clientDomain === '') problems.clientDomain = messages.clientRequired;
  if (values.protect !== '' && values.password === '') problems.password = messages.passwordRequired;
  try {
    parse(createShareSchema, { ...bodyOf(values, 0), clientDomain: values.clientDomain || 'none' });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (error.fields.password !== undefined) problems.password ??= error.fields.password;
    if (error.fields.emails !== undefined) problems.emails = error.fields.emails;
  }
  const [wrong] = wrongAddresses(values.emails, validateRecipients(addressesIn(values.emails)));
  if (wrong !== undefined) problems.emails ??= wrong;
  return problems;
}

/** Which of the typed addresses are wrong, by what is said of `emails.0`, `emails.1` and so on. */
export function wrongAddresses(typed: string, fields: Readonly<Record<string, string | undefined>>): readonly string[] {
  return addressesIn(typed).flatMap((address, index) => {
    const problem = fields[`emails.${index}`];
    return problem === undefined ? [] : [`${address}: ${problem}`];
  });
}
