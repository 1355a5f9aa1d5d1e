/** Asks a mail server whether it would accept mails: greeting, TLS and password. Sends no mail. */
import nodemailer from 'nodemailer';
import { hasCredentials } from './smtp-mailer.ts';

/** What is wrong, and what to do. */
export interface MailFault {
  readonly message: string;
  readonly advice: string;
}

/** null if all is well. The texts contain no password. */
export async function findMailFault(smtpUrl: string, stepMs: number): Promise<MailFault | null> {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    ...{ connectionTimeout: stepMs, greetingTimeout: stepMs, dnsTimeout: stepMs, socketTimeout: stepMs },
    ...(hasCredentials(smtpUrl) && { requireTLS: true }),
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return explain(error);
  } finally {
    transport.close();
  }
}

function explain(error: unknown): MailFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const answer = error instanceof Error && 'responseCode' in error ? ` (answer ${error.responseCode})` : '';
  switch (code) {
    case 'EAUTH':
      return {
        message: `It refuses the name or the password${answer}.`,
        advice: 'Correct them in SMTP_URL; special characters must be percent-encoded.',
      };
    case 'EDNS':
      return { message: 'Its name has no address.', advice: 'Correct the host in SMTP_URL.' };
    case 'ETLS':
      return {
        message: 'It offers no suitable TLS.',
        advice: 'Use smtps:// and port 465, or a server with STARTTLS; its certificate must be valid for its name.',
      };
    case 'ETIMEDOUT':
      return {
        message: 'It does not answer in time.',
        advice: 'Look at host and port in SMTP_URL, and whether a firewall blocks outgoing mail (port 25 often is).',
      };
    case 'ECONNECTION':
    case 'ESOCKET':
    case 'ECONNREFUSED':
      return {
        message: `It takes no connection (${error instanceof Error ? error.message : ''}).`,
        advice: 'Look at host and port in SMTP_URL, and at the certificate of the server.',
      };
    default:
      return { message: `It does not take mails (${code}${answer}).`, advice: 'Look into the log of the mail server.' };
  }
}
