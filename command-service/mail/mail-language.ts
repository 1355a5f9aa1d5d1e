/** The language of a mail: the recipient's own, else that of the page or person that causes the mail. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { users } from '../../projections/views/people/users.ts';
import german from '../contract/languages/de/mails.json' with { type: 'json' };
import english from '../contract/languages/en/mails.json' with { type: 'json' };
import { type Texts, textsOf } from '../contract/languages/texts.ts';
import type { Language } from '../contract/languages.ts';

export type MailTexts = Texts<keyof typeof english>;

/** The texts of mails in the language of their reader. */
export const mailTexts = textsOf({ en: english, de: german });

/**
 * The languages of recipients, by address. Addresses without an account or a language are missing. The work is the same
 * for every address, so that its duration does not reveal whether there is an account.
 */
export async function recipientLanguages(
  reads: Pick<ReadStore, 'find'>,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Language>> {
  if (emails.length === 0) return new Map();
  const { rows } = await reads.find(users, { where: { email: emails }, limit: emails.length });
  return new Map(rows.flatMap(({ email, settings: { language } }) => (language === null ? [] : [[email, language]])));
}
