/** The mails that a server without a mail server leaves in its data folder. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every complete mail in the outbox, as text with its headers, oldest first. */
export function mailsIn(dataDir: string): readonly string[] {
  const outbox = path.join(dataDir, 'outbox');
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  return names.toSorted().map((name) => readFileSync(path.join(outbox, name), 'utf8'));
}

/** The recipient of each mail, in the same order. */
export function recipientsIn(dataDir: string): readonly string[] {
  return mailsIn(dataDir).map((mail) => /^To: (.*?)\r?$/m.exec(mail)?.[1] ?? '');
}
