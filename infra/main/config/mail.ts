/** Mails: the server that sends them, and the sender. */
import path from 'node:path';
import type { PROCESS } from './process.ts';
import { text, type VariableValues } from './variable.ts';

/** An address, alone or after a name; a name with a comma must be quoted (RFC 5322, 3.4). */
const SENDER = /^(?:[^\s@<>,;"]+@[^\s@<>,;"]+|(?:"[^"]*"\s*|[^<>,;"]*)<[^\s@<>,;"]+@[^\s@<>,;"]+>)$/;

export const MAIL = {
  SMTP_URL: text(
    'smtp://user:password@host:587, or smtps://…:465; without it mails go to DATA_DIR/outbox (file:/path: to that ' +
      'folder). A password is sent over TLS only, unless the address ends in ?requireTLS=false.',
  ).matches(/^(smtps?:\/\/|file:)./, 'must start with smtp://, smtps:// or file:'),
  MAIL_FROM: text('The sender of mails.')
    .matches(SENDER, 'must be one address, such as links@example.com or Linkledger <links@example.com>')
    .default('Linkledger <linkledger@localhost>'),
};

/** Where mails go, and who sends them. */
export function mailOf(values: VariableValues<typeof MAIL & typeof PROCESS>) {
  const url = values.SMTP_URL ?? null;
  const folder = url?.startsWith('file:') ? url.slice('file:'.length) : null;
  return {
    smtpUrl: folder === null ? url : null,
    /** The folder for mails while there is no mail server. */
    outbox: folder === null ? path.resolve(values.DATA_DIR, 'outbox') : path.resolve(folder),
    mailFrom: values.MAIL_FROM,
  };
}
