/** Hands a mail to the mail server, and leaves a failure to the next round. */
import type { Logger } from '../../infra/ports/logger.ts';
import type { Mail, Mailer } from '../../infra/ports/mailer.ts';

/**
 * Whether the mail was handed over, or there was none to send. A mail that a shutdown interrupts counts as sent. A failure
 * is logged.
 */
export async function attemptMail(
  { mailer, logger }: { readonly mailer: Mailer; readonly logger: Logger },
  mail: Mail | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (mail === null) return true;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const leave = () => stop();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([mailer.send(mail), stopped]);
    return true;
  } catch (error) {
    // A mail server's message may contain the address: log only its code.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    logger.warn({ code }, 'could not send an alert mail; trying again later');
    return false;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
