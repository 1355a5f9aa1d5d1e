/** Subscription commands, and what each plan allows (infra/docs/product.md, "Plans"). */

import * as yup from 'yup';
import { BILLING_CYCLES, type BillingCycle, PLANS, type Plan } from '../events/subscription.ts';
import { text } from './schema/fields.ts';

/** With its zone, or a calendar day: its first moment in UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

const BAD_DATE = 'Next check date must be a moment such as 2027-01-31T09:30:00Z';

const oneOf = <const Values extends readonly string[]>(label: string, values: Values) =>
  yup
    .string()
    .label(label)
    .typeError(`${label} must be text`)
    .oneOf<Values[number]>(values, `${label} must be one of ${values.join(', ')}`);

/** Body of PATCH /api/subscription: a plan, or the date of the next status check. */
export const subscriptionSchema = yup.object({
  plan: oneOf('Plan', PLANS).nonNullable('Plan is required'),
  billingCycle: oneOf('Billing cycle', BILLING_CYCLES).nonNullable('Billing cycle is required'),
  status: oneOf('Status', ['active'] as const).nonNullable('Status is required'),
  userId: text('User', 100).nonNullable('User is required'),
  nextCheckDate: text('Next check date', 40)
    .matches(INSTANT, { message: BAD_DATE, excludeEmptyString: true })
    .test('instant', BAD_DATE, (value) => value == null || !Number.isNaN(Date.parse(value)))
    .nonNullable('Next check date is required'),
});

export type SubscriptionBody = yup.InferType<typeof subscriptionSchema>;

/** What is left out stays as it is. */
export interface ChangePlan {
  readonly type: 'ChangePlan';
  readonly userId: string;
  readonly plan?: Plan | undefined;
  readonly billingCycle?: BillingCycle | undefined;
}

/** A status check went through every link: on the free plan the next one has to wait. */
export interface OpenStatusCheckWindow {
  readonly type: 'OpenStatusCheckWindow';
  readonly userId: string;
  readonly nextCheckDate: string;
  readonly runId: string;
}

/** A person puts their own next status check off. */
export interface PostponeStatusCheck {
  readonly type: 'PostponeStatusCheck';
  readonly userId: string;
  readonly nextCheckDate: string;
  readonly now: Date;
}

export type SubscriptionCommand = ChangePlan | OpenStatusCheckWindow | PostponeStatusCheck;
