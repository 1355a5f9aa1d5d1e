/** The rows of the invite form, as the API takes and refuses them. The API's own schema says what is wrong. Pure. */
import { InputError, parse } from '../../../command-service/commands/schema/parse.ts';
import { DEFAULT_PERMISSION, invitationSchema } from '../../../command-service/commands/team.ts';
import type { Permission } from '../../../command-service/events/team.ts';
import type { InvitedAnswer } from '../../../query-service/contract/answers/teams.ts';
import { formatAlreadyMember, formatInvitationsSent, formatNotMailed, messages } from './messages.ts';

/** All text but the key, which only tells rows apart while they come and go. */
export interface InvitationValues {
  readonly key: number;
  readonly name: string;
  readonly email: string;
  readonly permission: Permission;
}

export interface InviteValues {
  readonly invitations: readonly InvitationValues[];
}

export function blankRow(key: number): InvitationValues {
  return { key, name: '', email: '', permission: DEFAULT_PERMISSION };
}

/** Whether a row has neither a name nor an address; its permission does not count. */
export function isBlank({ name, email }: InvitationValues): boolean {
  return name.trim() === '' && email.trim() === '';
}

/** Whether at least one row has both a name and an address. */
export function canSend({ invitations }: InviteValues): boolean {
  return invitations.some(({ name, email }) => name.trim() !== '' && email.trim() !== '');
}

/** As the API takes them. Blank rows are sent along and dropped there, so that rows count the same on both sides. */
export function bodyOf({ invitations }: InviteValues): { invitations: readonly Omit<InvitationValues, 'key'>[] } {
  return {
    invitations: invitations.map(({ name, email, permission }) => ({
      name: name.trim(),
      email: email.trim(),
      permission,
    })),
  };
}

type RowProblems = { name?: string; email?: string };

/** What is wrong, row by row; nothing for blank ones. */
export function validate({ invitations }: InviteValues): { invitations?: RowProblems[] } {
  const problems = invitations.map((row): RowProblems => {
    if (isBlank(row)) return {};
    try {
      const { name, email, permission } = row;
      parse(invitationSchema, { name, email, permission });
      return {};
    } catch (error) {
      if (error instanceof InputError) return error.fields;
      throw error;
    }
  });
  return problems.some((row) => Object.keys(row).length > 0) ? { invitations: problems } : {};
}

/** Every text under the name its field has in the form and in the API's refusals: `invitations.1.email`. */
export function flatten({ invitations }: InviteValues): Record<string, string> {
  return Object.fromEntries(
    invitations.flatMap(({ name, email }, index) => [
      [`invitations.${index}.name`, name],
      [`invitations.${index}.email`, email],
    ]),
  );
}

/** What became of the rows, as a toast tells it. */
export function formatInviteResult({ invitations }: InvitedAnswer): {
  readonly title: string;
  readonly lines: readonly string[];
  readonly whole: boolean;
} {
  const sent = invitations.filter(({ status }) => status === 'sent').length;
  const problems = invitations.flatMap(({ email, status }) =>
    status === 'already-member'
      ? [formatAlreadyMember(email)]
      : status === 'not-mailed'
        ? [formatNotMailed(email)]
        : [],
  );
  if (problems.length === 0)
    return { title: messages.sent, lines: [sent === 1 ? messages.sentHint : formatInvitationsSent(sent)], whole: true };
  return {
    title: sent === 0 ? messages.nothingSent : messages.notAllSent,
    lines: [...(sent === 0 ? [] : [formatInvitationsSent(sent)]), ...problems],
    whole: false,
  };
}
