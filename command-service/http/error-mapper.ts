/** Maps each failure of a command to its HTTP answer. No other module does. */
import { Problem } from '../../infra/http/request/problem.ts';
import { MailError } from '../../infra/ports/process/mailer.ts';
import { ConflictError } from '../../infra/ports/storage/errors.ts';
import { ProviderRefusedError, ProviderUnavailableError } from '../billing/provider-client.ts';
import { InputError } from '../contract/schema/parse.ts';
import { DomainError, RateLimitError, type RefusalKind } from '../core/errors.ts';

const STATUS: Readonly<Record<RefusalKind, number>> = { 'not-found': 404, conflict: 409, forbidden: 403 };

/** The Problem for an error of this service; null for any other. */
export function toProblem(error: unknown): Problem | null {
  if (error instanceof DomainError) {
    const { kind, code, message, details } = error;
    return new Problem(STATUS[kind], code, message, details === undefined ? {} : { body: details });
  }
  if (error instanceof InputError) return new Problem(400, 'invalid', error.message, { fields: error.fields });
  if (error instanceof RateLimitError) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    return new Problem(429, error.code, error.message, { headers });
  }
  if (error instanceof MailError) {
    return new Problem(503, 'mail-not-sent', error.message, { headers: { 'Retry-After': '60' } });
  }
  if (error instanceof ProviderUnavailableError) {
    const headers = { 'Retry-After': '30' };
    const message = 'The payment provider does not answer. Nothing was lost: please try again in a moment.';
    return new Problem(503, 'provider-unavailable', message, { headers });
  }
  if (error instanceof ProviderRefusedError) {
    const message = 'The payment provider refused. The operator of this installation finds the reason in the log.';
    return new Problem(502, 'provider-refused', message);
  }
  if (error instanceof ConflictError) {
    const headers = { 'Retry-After': '1' };
    const message = 'Others are changing this at the same moment. Nothing was changed. Please try again.';
    return new Problem(409, 'conflict', message, { headers });
  }
  return null;
}
