/** What commands are answered with that have no resource of their own to answer. */
import type { Permission } from '../../../command-service/events/team.ts';
import type { CheckResultAnswer } from './links.ts';

/** POST /api/links, POST /api/campaign-links and POST /api/links/{id}/recheck: the link, and what was seen of it. */
export interface CheckedLinkAnswer {
  readonly id: string;
  readonly checkResult: CheckResultAnswer;
}

/** What was made or changed, and its revision since: send it as If-Match to change only what you have seen. */
export interface ChangedAnswer {
  readonly id: string;
  readonly revision: number;
}

/** What something was done to. */
export interface DoneAnswer {
  readonly id: string;
}

/** POST /api/teams. */
export interface CreatedTeamAnswer {
  readonly id: string;
  readonly name: string;
}

/** PATCH /api/teams/{id}. */
export interface RenamedTeamAnswer extends ChangedAnswer {
  readonly name: string;
}

/** PATCH /api/teams/{id}/members/{userId}. */
export interface PermissionAnswer {
  readonly userId: string;
  readonly permission: Permission;
}

/** POST /api/invitations/{token}/accept. */
export interface JoinedTeamAnswer {
  readonly teamId: string;
}

/** POST /api/login/email. */
export interface MailSentAnswer {
  readonly message: string;
}

/** GET /api/health. */
export interface HealthAnswer {
  readonly status: 'ok';
}

/** GET /api/ready. */
export interface ReadyAnswer {
  readonly ready: boolean;
  readonly views: readonly {
    readonly view: string;
    readonly position: number;
    readonly state: string;
    readonly error?: string;
  }[];
  /** The system clock. While it is not trusted nothing is deleted, ended, announced or mailed; checks go on. */
  readonly clock: {
    readonly trusted: boolean;
    /** What happened and what to do. */
    readonly message: string;
  };
}

/** Any failure. Some carry more beside it that a program needs, such as the id of the link that is there already. */
export interface ProblemAnswer {
  /** Stable: for programs. */
  readonly code: string;
  /** For people: what is wrong, and what to do. */
  readonly message: string;
  /** One message a field or parameter that is wrong. */
  readonly fields?: Readonly<Record<string, string>>;
}
