/** The addresses in mails that switch the mails off (RFC 2369, RFC 8058). */
import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '../../infra/crypto/encryption.ts';

/** The settings of a person that mails depend on. */
export type MailSetting = 'emailNotifications' | 'weeklyReport' | 'sealMails';

interface Subjects {
  /** The issues of a report to one recipient. */
  readonly report: { readonly reportId: string; readonly recipientId: string };
  /** The mails that a person gets while a setting is on. */
  readonly setting: { readonly userId: string; readonly setting: MailSetting };
  /** The mails of a person's own alert rule. */
  readonly rule: { readonly userId: string; readonly ruleId: string };
}

export type SubjectKind = keyof Subjects;

/** What an address switches off. */
export type UnsubscribeSubject<Kind extends SubjectKind = SubjectKind> = {
  readonly [Name in Kind]: { readonly kind: Name } & Subjects[Name];
}[Kind];

export const UNSUBSCRIBE = '/api/unsubscribe/';
const USE = 'unsubscribe address';

export class UnsubscribeLinks {
  readonly #key: Uint8Array;
  readonly #publicUrl: string;

  /**
   * @param secret a secret of this installation that does not change: mails are opened years later.
   * @param publicUrl base URL of our pages, without a trailing slash.
   */
  constructor(secret: string, publicUrl: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', USE, 32));
    this.#publicUrl = publicUrl;
  }

  /** The address for a mail. Its token is encrypted: nobody can read, guess or forge the ids in it. */
  addressOf(subject: UnsubscribeSubject): string {
    const token = Buffer.from(encrypt(subject, this.#key, Buffer.from(USE)), 'base64').toString('base64url');
    return `${this.#publicUrl}${UNSUBSCRIBE}${token}`;
  }

  /** The subject of an address, or of the token at its end; null for one that we did not make. */
  subjectOf(address: string): UnsubscribeSubject | null {
    try {
      return decrypt(address.slice(address.lastIndexOf('/') + 1), this.#key, Buffer.from(USE)) as UnsubscribeSubject;
    } catch {
      return null;
    }
  }
}
