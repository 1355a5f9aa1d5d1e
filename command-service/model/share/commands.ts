/** Commands and input of shares: read-only pages of one client's links, open to anyone with the address. */
import * as yup from 'yup';
import { email, instant, line, moment, text } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import type { IssuedReport } from '../report/events.ts';
import type { PinnedMoment, ShareFields } from './events.ts';

/** The most recipients of the mail with the link. */
const MAX_SHARE_EMAILS = 20;
/** Longest password accepted, in characters. */
const MAX_SHARE_PASSWORD = 200;
/** The longest list accepted, blank rows of the form included. */
const MAX_ROWS = 100;

/**
 * Body of POST /api/shared-links. Without `teamId`, every list whose links the person may share; null: their own links.
 * Blank addresses are dropped; the route checks that `expiresAt` is in the future. `asOf`: a day, an instant or a
 * position of the log; the page shows that moment permanently.
 */
export const createShareSchema = yup.object({
  clientDomain: text('Client domain', 253)
    .nonNullable('Client domain is required')
    .required('Client domain is required'),
  password: text('Password', MAX_SHARE_PASSWORD).nullable(),
  emails: yup
    .array()
    .meta({ rows: email('Email') })
    .typeError('Emails must be a list of addresses')
    .max(MAX_ROWS, `A share can be mailed to at most ${MAX_SHARE_EMAILS} addresses at once`)
    .test({
      ...{ name: 'count', message: `A share can be mailed to at most ${MAX_SHARE_EMAILS} addresses at once` },
      params: { jsonSchema: { maxItems: MAX_SHARE_EMAILS } },
      test: (rows) => recipientsOf(rows).length <= MAX_SHARE_EMAILS,
    })
    .nullable(),
  teamId: text('Team', 100).nullable(),
  asOf: moment('asOf').nullable(),
  expiresAt: instant('Expiry').nullable(),
  name: line('Name').nullable(),
});

/**
 * Body of PATCH /api/shared-links/{id}: absent fields stay unchanged. `expiresAt: null` means until it is revoked,
 * `password: null` without one. `emails` are all recipients; only new ones get a mail. `teamId` as in POST, with `all` for
 * every list whose links the person may share.
 */
export const editShareSchema = createShareSchema.pick(['name', 'password', 'emails', 'teamId', 'expiresAt']);

/** The `teamId` of every list whose links a person may share. */
export const ALL_LISTS = 'all';

const address = email('Email').nonNullable('Email must be text');

/** The addresses in a list of a form: trimmed, without blank rows and, ignoring case, without repeats. */
export function recipientsOf(rows: readonly unknown[] | null | undefined): readonly string[] {
  const texts = (rows ?? []).flatMap((row) => (typeof row === 'string' && row.trim() !== '' ? [row.trim()] : []));
  return [...new Map(texts.toReversed().map((each) => [each.toLowerCase(), each])).values()].toReversed();
}

/** The messages for invalid rows of the list, by `emails.` and the index of the row. */
export function validateRecipients(rows: readonly unknown[] | null | undefined): Readonly<Record<string, string>> {
  const wrong = (rows ?? []).flatMap((row, index): [string, string][] => {
    if (row === null || (typeof row === 'string' && row.trim() === '')) return [];
    const text = typeof row === 'string' ? row.trim() : row;
    return address.isValidSync(text, { strict: true }) ? [] : [[`emails.${index}`, 'Email must be a valid address']];
  });
  return Object.fromEntries(wrong);
}

export interface CreateShare {
  readonly type: 'CreateShare';
  readonly shareId: string;
  readonly name?: string;
  readonly scope: Scope;
  readonly scopes?: readonly Scope[];
  readonly clientDomain: string;
  readonly passwordHash: string | null;
  readonly emails: readonly string[];
  readonly expiresAt: string | null;
  readonly pinned?: PinnedMoment;
  readonly report?: IssuedReport;
}

export interface EditShare {
  readonly type: 'EditShare';
  readonly shareId: string;
  readonly fields: { readonly [Field in keyof ShareFields]?: ShareFields[Field] | undefined };
}

interface RevokeShare {
  readonly type: 'RevokeShare';
  readonly shareId: string;
}

export type ShareCommand = CreateShare | EditShare | RevokeShare;
