/** What sharing needs beside the log: the client must exist, passwords are hashed, and those named are told by mail. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../infra/http/problem.ts';
import type { ExpiringStore, Feed, Log, Mailer, Passwords, ReadStore } from '../infra/ports.ts';
import { type LinkCountDoc, linkCountId, linkCounts, links } from '../projections/views/links.ts';
import type { Scope } from './events.ts';

/** Mails with share links that one person, and that one address, can cause in an hour. */
export const MAILS_PER_PERSON = 60;
export const MAILS_PER_ADDRESS = 10;

const HOUR_MS = 60 * 60 * 1000;
/** How long the links' view is waited for when it does not know the client yet. */
const PATIENCE_MS = 2_000;
const POLL_MS = 20;
/** Mails handed over at the same time: mail servers do not like more connections from one sender. */
const MAILS_AT_ONCE = 4;
/** A mail server that is slow holds up the answer no longer: what is not sent by then is told as not sent. */
const MAILING_MS = 20_000;

export interface SharingOptions {
  readonly reads: ReadStore;
  readonly feed: Pick<Feed, 'head'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly mailer: Mailer;
  readonly limits: Pick<ExpiringStore, 'increment'>;
  /** Where our pages are, without a trailing slash. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly now: () => Date;
}

/** What the mail says of a share. */
export interface ShareMail {
  readonly url: string;
  readonly clientDomain: string;
  readonly hasPassword: boolean;
  readonly expiresAt: string | null;
  /** Who shares it: a name or an address. */
  readonly sender: string;
}

export class Sharing {
  readonly #options: SharingOptions;

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  /** The address of a share's page. */
  urlOf(shareId: string): string {
    return `${this.#options.publicUrl}/share/${shareId}`;
  }

  /** Whether the scope has links of this client. A link that was added a moment ago counts. */
  async hasClient(scope: Scope, clientDomain: string): Promise<boolean> {
    const { reads, feed } = this.#options;
    const counter = linkCountId(scope, { kind: 'client', clientDomain });
    // A text that is no domain may lead to a counter of another kind.
    const known = async () => (await reads.get<LinkCountDoc>(linkCounts.name, counter))?.kind === 'client';
    if (await known()) return true;
    const head = await feed.head();
    const patience = AbortSignal.timeout(PATIENCE_MS);
    while ((await reads.position(links.name)) < head && !patience.aborted) await pause(POLL_MS);
    return known();
  }

  /** @throws BusyError */
  hash(password: string): Promise<string> {
    return this.#options.passwords.hash(password);
  }

  /**
   * Counts mails before they are sent.
   * @throws Problem 429 when the person has none left in this hour.
   */
  async claimMails(userId: string, count: number): Promise<void> {
    for (let mail = 0; mail < count; mail += 1) {
      if ((await this.#count(`from:${userId}`)) <= MAILS_PER_PERSON) continue;
      const seconds = Math.ceil((this.#hourEnds() - this.#options.now().getTime()) / 1000);
      throw new Problem(
        429,
        'too-many-mails',
        `You have sent ${MAILS_PER_PERSON} share mails within an hour. Try again in ${Math.ceil(seconds / 60)} minutes, or share the link without mails.`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
  }

  /** Sends the link, never the password. Answers the addresses that it could not be sent to. */
  async mail(recipients: readonly string[], mail: ShareMail): Promise<readonly string[]> {
    const missed = new Set<string>();
    const queue = [...recipients];
    const enough = AbortSignal.timeout(MAILING_MS);
    const sendOneByOne = async () => {
      for (let to = queue.shift(); to !== undefined; to = queue.shift()) {
        if (enough.aborted || !(await this.#send(to, mail))) missed.add(to);
      }
    };
    await Promise.all(Array.from({ length: MAILS_AT_ONCE }, sendOneByOne));
    return recipients.filter((to) => missed.has(to));
  }

  async #send(to: string, { url, clientDomain, hasPassword, expiresAt, sender }: ShareMail): Promise<boolean> {
    const { mailer, log } = this.#options;
    const text = [
      `${onOneLine(sender)} shares the backlinks of ${clientDomain} with you:`,
      url,
      'The page shows which links are live, pending or lost. You need no account, and nothing there can be changed.',
      ...(hasPassword ? ['It asks for a password, which the sender tells you on another way.'] : []),
      ...(expiresAt === null ? [] : [`It can be opened until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`]),
    ].join('\n\n');
    try {
      if ((await this.#count(`to:${to.toLowerCase()}`)) > MAILS_PER_ADDRESS) return false;
      const subject = `The backlinks of ${clientDomain}`;
      await mailer.send({ to, subject, text, terminalLine: `Share link for ${to}: ${url}` });
      return true;
    } catch (error) {
      log.warn({ err: error }, 'a mail with a share link could not be sent');
      return false;
    }
  }

  #count(whose: string): Promise<number> {
    const end = this.#hourEnds();
    const key = createHash('sha256').update(`${whose} ${end}`).digest('hex');
    return this.#options.limits.increment('share-mails', key, new Date(end).toISOString());
  }

  #hourEnds(): number {
    return (Math.floor(this.#options.now().getTime() / HOUR_MS) + 1) * HOUR_MS;
  }
}

/** A name is people's own choice: in a mail it is one short line. */
function onOneLine(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100);
}
