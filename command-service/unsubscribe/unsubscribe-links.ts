/** The addresses in mails that switch the mails off (RFC 2369, RFC 8058). */
import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '../../infra/crypto/encryption.ts';

/** The settings of a person that mails depend on. */
export type MailSetting = 'emailNotifications' | 'weeklyReport' | 'sealMails';

/** What an address switches off: the issues of a report to one recipient, the mails of a setting or of a person’s rule. */
export type UnsubscribeSubject =
  | { readonly kind: 'report'; readonly reportId: string; readonly recipientId: string }
  | { readonly kind: 'setting'; readonly userId: string; readonly setting: MailSetting }
  | { readonly kind: 'rule'; readonly userId: string; readonly ruleId: string };

export const UNSUBSCRIBE = '/api/unsubscribe/';
const USE = Buffer.from('unsubscribe address');

export class UnsubscribeLinks {
  readonly #key: Uint8Array;
  readonly #publicUrl: string;

  /** @param secret does not change: mails are opened years later. @param publicUrl without a trailing slash. */
  constructor(secret: string, publicUrl: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', USE, 32));
    this.#publicUrl = publicUrl;
  }

  /** The address for a mail. Its token is encrypted: nobody can read, guess or forge the ids in it. */
  addressOf(subject: UnsubscribeSubject): string {
    const token = Buffer.from(encrypt(subject, this.#key, USE), 'base64').toString('base64url');
    return `${this.#publicUrl}${UNSUBSCRIBE}${token}`;
  }

  ofSetting(userId: string, setting: MailSetting): string {
    return this.addressOf({ kind: 'setting', userId, setting });
  }

  /** The subject of an address, or of the token at its end; null for one that we did not make. */
  subjectOf(address: string): UnsubscribeSubject | null {
    try {
      return decrypt(address.slice(address.lastIndexOf('/') + 1), this.#key, USE) as UnsubscribeSubject;
    } catch {
      return null;
    }
  }
}
