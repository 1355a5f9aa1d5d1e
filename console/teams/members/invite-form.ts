/** The rows of the invite form and the request body they make. The API's schema validates them. Pure. */
import { parse } from '../../../command-service/contract/schema/parse.ts';
import { DEFAULT_PERMISSION, invitationSchema } from '../../../command-service/model/team/commands.ts';
import type { Permission } from '../../../command-service/model/team/events.ts';
import type { InvitedAnswer } from '../../../query-service/contract/answers/teams.ts';
import { fieldErrors } from '../../ui/fields/field-errors.ts';
import { format, messages } from './messages.ts';

/** One row. The key only identifies it while rows are added and removed. */
interface InvitationValues {
  readonly key: number;
  readonly name: string;
  readonly email: string;
  readonly permission: Permission;
}

export interface InviteValues {
  /** '' until a team is chosen. */
  readonly teamId: string;
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
export function canSend({ invitations }: Pick<InviteValues, 'invitations'>): boolean {
  return invitations.some(({ name, email }) => name.trim() !== '' && email.trim() !== '');
}

/** The request body. The server drops blank rows; sending them keeps the row numbers of its errors. */
export function bodyOf({ invitations }: Pick<InviteValues, 'invitations'>): {
  invitations: readonly Omit<InvitationValues, 'key'>[];
} {
  return {
    invitations: invitations.map(({ name, email, permission }) => ({
      name: name.trim(),
      email: email.trim(),
      permission,
    })),
  };
}

type RowProblems = { name?: string; email?: string };

/** The errors of the team and of each row; a blank row has none. */
export function validate({ teamId, invitations }: InviteValues): { teamId?: string; invitations?: RowProblems[] } {
  const problems = invitations.map((row): RowProblems => {
    if (isBlank(row)) return {};
    const { name, email, permission } = row;
    return fieldErrors(() => parse(invitationSchema, { name, email, permission }));
  });
  return {
    ...(teamId === '' ? { teamId: messages.teamRequired } : {}),
    ...(problems.some((row) => Object.keys(row).length > 0) ? { invitations: problems } : {}),
  };
}

const PROBLEMS = {
  'already-member': 'alreadyMember',
  'mail-delayed': 'mailDelayed',
  'mail-unconfirmed': 'mailUnconfirmed',
  'not-mailed': 'notMailed',
} as const;

/** The result of an invitation, for a toast. */
export function formatInviteResult({ invitations }: InvitedAnswer): {
  readonly title: string;
  readonly lines: readonly string[];
  readonly whole: boolean;
} {
  const sent = invitations.filter(({ status }) => status === 'sent').length;
  const problems = invitations.flatMap(({ email, status }) =>
    status === 'sent' ? [] : format(PROBLEMS[status], { email }),
  );
  if (problems.length === 0)
    return {
      title: messages.sent,
      lines: [sent === 1 ? messages.sentHint : format('invitationsSent', { many: sent })],
      whole: true,
    };
  return {
    title: sent === 0 ? messages.nothingSent : messages.notAllSent,
    lines: [...(sent === 0 ? [] : [format('invitationsSent', { many: sent })]), ...problems],
    whole: false,
  };
}
