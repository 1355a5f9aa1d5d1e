/** Answers of commands that return no resource, and of the edge. */
import type { Permission } from '../../../command-service/model/team/events.ts';
import type { CheckResultAnswer } from './links.ts';

/** POST /api/links, POST /api/campaign-links and POST /api/links/{id}/recheck: the link and the result of its check. */
export interface CheckedLinkAnswer {
  readonly id: string;
  readonly checkResult: CheckResultAnswer;
}

/** The changed resource, with its new revision: send that as If-Match with the next change. */
export interface ChangedAnswer {
  readonly id: string;
  readonly revision: number;
}

/** The id of the resource the command changed. */
export interface DoneAnswer {
  readonly id: string;
}

/** POST /api/trash/{id}/restore. */
export interface RestoredLinkAnswer {
  readonly id: string;
  /** Another active link with the same addresses that the caller sees; else null. */
  readonly duplicateOf: string | null;
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

/** POST /api/razorpay/create-order: what Razorpay Checkout needs. `amount` is in the currency's smallest unit. */
export interface RazorpayOrderAnswer {
  readonly success: boolean;
  readonly key_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly order_id: string;
}

/** POST /api/razorpay/verify-payment. */
export interface PaymentVerifiedAnswer {
  readonly success: boolean;
}

/** GET /setup: a token for PayPal's JavaScript SDK. */
export interface SetupAnswer {
  readonly clientToken: string;
}

/** POST /order/{id}/capture. */
export interface CapturedOrderAnswer {
  readonly id: string;
  readonly status: 'COMPLETED';
}

/** POST /api/paypal/webhook and POST /api/razorpay/webhook. */
export interface WebhookAnswer {
  readonly received: boolean;
}

/** GET /api/health. */
export interface HealthAnswer {
  readonly status: 'ok';
}

/** GET /api/ready. */
export interface ReadyAnswer {
  readonly ready: boolean;
  /** Sentences that say why the process is not ready; empty once it is. */
  readonly missing: readonly string[];
  /** The roles that this process plays. */
  readonly roles: readonly string[];
  /** The stores of this process that do not answer: `log`, `views`. */
  readonly silent: readonly string[];
  /** The views that this process keeps. */
  readonly views: readonly {
    readonly view: string;
    readonly position: number;
    readonly state: string;
    readonly error?: string;
  }[];
  /** The system clock. While it is not trusted, nothing is deleted, ended, announced or mailed; checks go on. */
  readonly clock: {
    readonly trusted: boolean;
    /** What happened and what to do. */
    readonly message: string;
  };
}

/** Any failure. Some have more fields, such as the id of the existing link. */
export interface ProblemAnswer {
  /** For programs; it never changes. */
  readonly code: string;
  /** For people: what is wrong and what to do. */
  readonly message: string;
  /** One message for each invalid field or parameter. */
  readonly fields?: Readonly<Record<string, string>>;
}
