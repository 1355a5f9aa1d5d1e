/** The interface of every payment provider. */
import type { Money, PaymentFacts } from '../model/payment/commands.ts';
import type { ChargedCurrency } from '../model/payment/events.ts';
import { asObject, type Json } from './provider-client.ts';

/** An order as the provider reports it now. */
export interface ProviderOrder extends PaymentFacts {
  /**
   * `approved`: the buyer agreed, and the money can be taken; `pending`: the money is on its way; `paid`: it was taken,
   * and perhaps refunded; `gone`: the provider no longer knows the order.
   */
  readonly status: 'unpaid' | 'approved' | 'pending' | 'paid' | 'gone';
  /** The sum that the buyer agreed to; null before that. */
  readonly approved: Money | null;
}

/** A new order. */
export interface NewOrder {
  readonly amount: number;
  readonly currency: ChargedCurrency;
  /** What is bought, for the provider's pages. */
  readonly description: string;
  /** Identifies the order in a repeated call. */
  readonly requestId: string;
}

/** A webhook call, as it arrived. */
export interface WebhookCall {
  readonly header: (name: string) => string;
  readonly body: Buffer;
}

/** A webhook call that the provider did not sign, or that is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface PaymentGateway {
  readonly currency: ChargedCurrency;
  /** Returns the provider's id of a new order. @throws ProviderUnavailableError, ProviderRefusedError, as all do. */
  createOrder(order: NewOrder): Promise<string>;
  look(providerOrderId: string): Promise<ProviderOrder>;
  /**
   * Takes the money of an approved order. Resolves with false if the provider declined it. A repeated or concurrent
   * call with the same `requestId` does not take the money twice.
   */
  capture(providerOrderId: string, money: Money, requestId: string): Promise<boolean>;
  /**
   * The provider's id of the order that a webhook is about; null if it is about something else.
   * @throws WebhookError if the provider did not sign the call, or the call is older than three days.
   */
  readWebhook(call: WebhookCall, now: Date): Promise<string | null>;
}

/** Parses the body of a webhook. @throws WebhookError for anything but a JSON object. */
export function parseWebhook(text: string): Json {
  try {
    const event = asObject(JSON.parse(text));
    if (event !== null) return event;
  } catch {
    // Not JSON: the check below throws.
  }
  throw new WebhookError('The body is not a JSON object.');
}

const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000;
/** Allows for clocks that differ. */
const MAX_AHEAD_MS = 5 * 60 * 1000;

/**
 * Refuses a webhook that was sent long ago: providers give up after three days at most.
 * @throws WebhookError
 */
export function assertRecent(sentAt: number, now: Date): void {
  const age = now.getTime() - sentAt;
  if (!(age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS))
    throw new WebhookError('The call is too old, or its time is missing or wrong.');
}
