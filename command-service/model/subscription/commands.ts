/** Commands and input of subscriptions (infra/docs/product.md, "Plans"). */

import * as yup from 'yup';
import type { PaidPlan } from '../../contract/prices.ts';
import { instantOrDay, text } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import { BILLING_CYCLES, type BillingCycle, PLANS, type Plan } from './events.ts';

const oneOf = <const Values extends readonly string[]>(label: string, values: Values) =>
  yup
    .string()
    .label(label)
    .typeError(`${label} must be text`)
    .oneOf<Values[number]>(values, `${label} must be one of ${values.join(', ')}`);

/** Body of PATCH /api/subscription: a plan, or the date of the next status check. */
export const subscriptionSchema = yup
  .object({
    plan: oneOf('Plan', PLANS).nonNullable('Plan is required'),
    billingCycle: oneOf('Billing cycle', BILLING_CYCLES).nonNullable('Billing cycle is required'),
    status: oneOf('Status', ['active'] as const).nonNullable('Status is required'),
    userId: text('User', 100).nonNullable('User is required'),
    nextCheckDate: instantOrDay('Next check date').nonNullable('Next check date is required'),
  })
  .test({
    name: 'either',
    params: {
      jsonSchema: {
        dependentSchemas: { nextCheckDate: { properties: { plan: false, billingCycle: false } } },
      },
    },
    test: ({ plan, billingCycle, nextCheckDate }, context) =>
      nextCheckDate === undefined ||
      (plan === undefined && billingCycle === undefined) ||
      context.createError({
        path: 'nextCheckDate',
        message: 'Send either a plan or the next check date, not both.',
      }),
  });

export type SubscriptionBody = yup.InferType<typeof subscriptionSchema>;

/** Absent fields stay unchanged. */
interface ChangePlan {
  readonly type: 'ChangePlan';
  readonly userId: string;
  readonly plan?: Plan | undefined;
  readonly billingCycle?: BillingCycle | undefined;
}

/** Starts the free plan's cooldown of a scope whose links were all checked. */
interface OpenStatusCheckWindow {
  readonly type: 'OpenStatusCheckWindow';
  readonly userId: string;
  readonly nextCheckDate: string;
  readonly runId: string;
  readonly scope: Scope;
}

/** Postpones a person's own next status check. */
interface PostponeStatusCheck {
  readonly type: 'PostponeStatusCheck';
  readonly userId: string;
  readonly nextCheckDate: string;
  readonly now: Date;
}

/** Activates the plan of a paid order. Amounts in cents of US dollars. */
interface ActivatePaidPlan {
  readonly type: 'ActivatePaidPlan';
  readonly userId: string;
  readonly orderId: string;
  readonly plan: PaidPlan;
  readonly billingCycle: BillingCycle;
  readonly price: number;
  readonly credit: number;
  readonly creditOf: string | null;
  readonly now: Date;
}

/** Withdraws the plan of a refunded order. */
interface WithdrawPaidPlan {
  readonly type: 'WithdrawPaidPlan';
  readonly userId: string;
  readonly orderId: string;
  readonly now: Date;
}

/** Ends a plan whose paid time is over. */
interface EndPaidPlan {
  readonly type: 'EndPaidPlan';
  readonly userId: string;
  readonly now: Date;
}

export type SubscriptionCommand =
  | ChangePlan
  | OpenStatusCheckWindow
  | PostponeStatusCheck
  | ActivatePaidPlan
  | WithdrawPaidPlan
  | EndPaidPlan;
