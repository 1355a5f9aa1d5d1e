/** A person who uses everything at once, and remembers what the server said: load for tests with faults and for benches. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import type { CreatedShareAnswer } from '../../../query-service/contract/answers/shares.ts';
import type { InvitedAnswer } from '../../../query-service/contract/answers/teams.ts';
import { type Answer, Visitor } from '../actors/visitor.ts';
import { CLIENT } from '../fakes/failing-hosts.ts';
import type { MailServer } from '../fakes/mail-server.ts';
import { Operations } from './operations.ts';

/** Where a link is: `unknown` after a request whose outcome is not known. */
type Place = 'active' | 'trash' | 'purged' | 'unknown';

interface OwnLink {
  readonly id: string;
  place: Place;
}

interface Id {
  readonly id: string;
}

export interface PersonOptions {
  readonly url: string;
  /** host:port of the articles. */
  readonly hosts: readonly string[];
  /** Numbers from 0 to 1 that decide what the person does. */
  readonly random: () => number;
  /** Average milliseconds between two requests of a person. */
  readonly thinkMs: number;
  /** Part of the articles, from 0 to 1, whose link only a browser finds. */
  readonly scripted: number;
}

/** Links that a person goes on with: the newest. */
const RECENT_LINKS = 30;
/** Rows of an imported file. */
const ROWS = 25;
/** Shares and invitations of one person at most: mails are limited. */
const SHARES = 6;
const INVITATIONS = 6;
/** Milliseconds between two looks at an event stream that ended. */
const STREAM_AGAIN_MS = 200;

/** Signs a new person in with a mailed link. */
export async function signInByMail(url: string, email: string, mail: MailServer): Promise<Visitor> {
  const visitor = new Visitor(url);
  const asked = await visitor.send('POST', '/api/login/email', { email });
  if (asked.status !== 202) throw new Error(`asking for a sign-in link answered ${asked.status}`);
  const token = await mail.signInToken(email);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const signedIn = await visitor.send('POST', '/api/login/email/callback', `token=${token}`, form);
  if (signedIn.status !== 303) throw new Error(`signing in answered ${signedIn.status}`);
  return visitor;
}

export class Person {
  readonly links: OwnLink[] = [];
  /** Ids of shares that were created and not revoked. */
  readonly shares = new Set<string>();
  /** Addresses that were invited, and whose mail was sent or waits, as the answer said. */
  readonly invited: string[] = [];
  readonly operations: Operations;
  readonly visitor: Visitor;
  readonly #teamId: string;
  readonly #options: PersonOptions;

  private constructor(visitor: Visitor, teamId: string, options: PersonOptions) {
    this.visitor = visitor;
    this.#teamId = teamId;
    this.#options = options;
    this.operations = new Operations(options.random);
  }

  /** Signs in and creates a team. */
  static async signUp(name: string, mail: MailServer, options: PersonOptions): Promise<Person> {
    const visitor = await signInByMail(options.url, `${name}@example.com`, mail);
    const team = await visitor.send<Id>('POST', '/api/teams', { name: `Team of ${name}` });
    if (team.status !== 201) throw new Error(`creating a team answered ${team.status}`);
    return new Person(visitor, team.body.id, options);
  }

  /** Does one thing after the other until the signal; watches the event stream meanwhile. */
  async work(over: AbortSignal): Promise<void> {
    const watching = this.#watch(over);
    const { random, thinkMs } = this.#options;
    while (!over.aborted) {
      await this.#doSomething(over);
      await pause(thinkMs * 2 * random(), undefined, { signal: over }).catch(() => undefined);
    }
    await watching;
  }

  async #doSomething(over: AbortSignal): Promise<void> {
    const doings: readonly (readonly [weight: number, (over: AbortSignal) => Promise<void>])[] = [
      [24, (signal) => this.#add(signal)],
      [24, (signal) => this.#edit(signal)],
      [10, (signal) => this.#recheck(signal)],
      [8, (signal) => this.#trash(signal)],
      [6, (signal) => this.#restore(signal)],
      [3, (signal) => this.#purge(signal)],
      [6, (signal) => this.#correct(signal)],
      [3, (signal) => this.#import(signal)],
      [3, (signal) => this.#share(signal)],
      [2, (signal) => this.#revoke(signal)],
      [2, (signal) => this.#invite(signal)],
      [4, (signal) => this.#export(signal)],
      [8, () => this.#look()],
    ];
    let left = this.#options.random() * doings.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, act] of doings) {
      left -= weight;
      if (left < 0) return act(over);
    }
  }

  #article(): string {
    const { hosts, random, scripted } = this.#options;
    const host = hosts[Math.floor(random() * hosts.length)];
    const chance = random();
    const kind = chance < scripted ? 'scripted' : chance > 0.9 ? 'missing' : 'linked';
    return `http://${host}/${kind}/${randomUUID()}`;
  }

  #recent(place: Place): OwnLink | undefined {
    const recent = this.links.slice(-RECENT_LINKS).filter((link) => link.place === place);
    return recent[Math.floor(this.#options.random() * recent.length)];
  }

  async #add(over: AbortSignal): Promise<void> {
    const articleLink = this.#article();
    const key = { 'Idempotency-Key': randomUUID() };
    const body = {
      ...{ articleLink, clientLink: CLIENT },
      ...(this.#options.random() < 0.3 && { teamId: this.#teamId }),
    };
    const added = await this.operations.attempt('adding a link', [articleLink], over, () =>
      this.visitor.send<Id>('POST', '/api/links', body, key),
    );
    if (added === null) return;
    this.links.push({ id: added.body.id, place: 'active' });
    await this.#readBack(added.body.id, added, (link) => link.articleLink === articleLink);
  }

  async #edit(over: AbortSignal): Promise<void> {
    const link = this.#recent('active');
    if (link === undefined) return;
    const remarks = randomUUID();
    const edited = await this.operations.attempt('editing a link', [remarks], over, () =>
      this.visitor.send('PATCH', `/api/links/${link.id}`, { remarks }),
    );
    if (edited !== null) await this.#readBack(link.id, edited, (seen) => seen.remarks === remarks);
  }

  async #recheck(over: AbortSignal): Promise<void> {
    const link = this.#recent('active');
    if (link === undefined) return;
    const key = { 'Idempotency-Key': randomUUID() };
    await this.operations.attempt('checking a link', [], over, () =>
      this.visitor.send('POST', `/api/links/${link.id}/recheck`, undefined, key),
    );
  }

  #trash = (over: AbortSignal) => this.#move(over, 'active', 'trash', (id) => ['DELETE', `/api/links/${id}`]);
  #restore = (over: AbortSignal) => this.#move(over, 'trash', 'active', (id) => ['POST', `/api/trash/${id}/restore`]);
  #purge = (over: AbortSignal) => this.#move(over, 'trash', 'purged', (id) => ['DELETE', `/api/trash/${id}/permanent`]);

  async #move(
    over: AbortSignal,
    from: Place,
    to: Place,
    call: (id: string) => readonly [method: string, path: string],
  ): Promise<void> {
    const link = this.#recent(from);
    if (link === undefined) return;
    link.place = 'unknown';
    const [method, path] = call(link.id);
    // A repetition finds the link where it was moved to: 404 or 409.
    const moved = await this.operations.attempt(
      `moving a link to ${to}`,
      [],
      over,
      () => this.visitor.send(method, path),
      [404, 409],
    );
    if (moved !== null) link.place = to;
  }

  async #correct(over: AbortSignal): Promise<void> {
    const link = this.#recent('active');
    if (link === undefined) return;
    const note = randomUUID();
    const claim = this.#options.random() < 0.5 ? 'removed' : 'live';
    const key = { 'Idempotency-Key': randomUUID() };
    // 409: the verdict is the claim already, or there is none yet.
    await this.operations.attempt(
      'correcting a verdict',
      [note],
      over,
      () => this.visitor.send<Id>('POST', `/api/links/${link.id}/corrections`, { claim, note }, key),
      [409],
    );
  }

  async #import(over: AbortSignal): Promise<void> {
    const articles = Array.from({ length: ROWS }, () => this.#article());
    const file = `articleLink,clientLink\n${articles.map((each) => `${each},${CLIENT}\n`).join('')}`;
    const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': randomUUID() };
    const imported = await this.operations.attempt('importing', articles, over, () =>
      this.visitor.send<ImportAnswer>('POST', '/api/links/import', file, headers),
    );
    if (imported === null) return;
    const { imported: added, duplicates, failed } = imported.body;
    if (added + duplicates !== ROWS || failed > 0)
      this.operations.wrong.push(`an import of ${ROWS} rows answered ${JSON.stringify(imported.body).slice(0, 300)}`);
  }

  async #share(over: AbortSignal): Promise<void> {
    if (this.shares.size >= SHARES || !this.links.some(({ place }) => place === 'active')) return;
    const body = { clientDomain: new URL(CLIENT).hostname };
    const key = { 'Idempotency-Key': randomUUID() };
    // 404: the active links of this client may all be in the trash of the view by now.
    const shared = await this.operations.attempt(
      'sharing',
      [],
      over,
      () => this.visitor.send<CreatedShareAnswer>('POST', '/api/shared-links', body, key),
      [404, 409],
    );
    if (shared === null) return;
    this.shares.add(shared.body.shareId);
  }

  async #revoke(over: AbortSignal): Promise<void> {
    const [shareId] = this.shares;
    if (shareId === undefined) return;
    this.shares.delete(shareId);
    await this.operations.attempt(
      'revoking a share',
      [],
      over,
      () => this.visitor.send('DELETE', `/api/shared-links/${shareId}`),
      [404, 409],
    );
  }

  async #invite(over: AbortSignal): Promise<void> {
    if (this.invited.length >= INVITATIONS) return;
    const email = `guest-${randomUUID()}@example.com`;
    const body = { invitations: [{ email, name: 'Guest', permission: 'view' }] };
    const key = { 'Idempotency-Key': randomUUID() };
    const invited = await this.operations.attempt('inviting', [], over, () =>
      this.visitor.send<InvitedAnswer>('POST', `/api/teams/${this.#teamId}/invite`, body, key),
    );
    const status = invited?.body.invitations[0]?.status;
    if (status === 'sent' || status === 'mail-delayed') this.invited.push(email);
  }

  /** A file that arrived completely is whole: each line is a link. */
  async #export(over: AbortSignal): Promise<void> {
    const answer = await this.operations.attempt('exporting', [], over, () =>
      this.visitor.get<string>('/api/links/export?format=ndjson', { 'X-Position': '0' }),
    );
    if (answer === null) return;
    const lines = answer.body.split('\n').filter((line) => line !== '');
    const broken = lines.filter((line) => !isLink(line));
    if (broken.length > 0) this.operations.wrong.push(`an export has broken lines: ${broken[0]?.slice(0, 200)}`);
    const count = Number(answer.headers['x-total-count']);
    // The count is of the moment at which the file begins.
    if (answer.headers['x-total-count'] !== undefined && lines.length === 0 && count > 0)
      this.operations.wrong.push(`an export of ${count} links is empty`);
  }

  /** Reads what screens read. */
  async #look(): Promise<void> {
    const paths = ['/api/links?sort=lastChecked&dir=desc', '/api/stats', '/api/alerts', '/api/trash', '/api/clients'];
    const path = paths[Math.floor(this.#options.random() * paths.length)] ?? '/api/stats';
    const answer = await this.visitor.get(path, { 'X-Position': '0' }).catch(() => null);
    if (answer !== null && answer.status !== 200 && answer.status !== 503)
      this.operations.wrong.push(`${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
  }

  /** What was acknowledged is in the answer, unless the answer says that it is stale. */
  async #readBack(id: string, written: Answer<unknown>, isSeen: (link: LinkAnswer) => boolean): Promise<void> {
    const headers = { 'X-Position': written.headers['x-position'] ?? '' };
    const answer = await this.visitor.get<LinkAnswer>(`/api/links/${id}`, headers).catch(() => null);
    if (answer === null || answer.status >= 500 || answer.headers['x-stale'] !== undefined) return;
    if (answer.status !== 200 || !isSeen(answer.body))
      this.operations.wrong.push(`the person’s own write was missing: ${answer.status}`);
  }

  /** Keeps an event stream open, as a browser does. */
  async #watch(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const stream = await this.visitor.stream('/api/stream').catch(() => null);
      const leave = () => stream?.leave();
      over.addEventListener('abort', leave);
      await stream?.has('event: none').catch(() => false);
      over.removeEventListener('abort', leave);
      await pause(STREAM_AGAIN_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }
}

function isLink(line: string): boolean {
  try {
    return typeof JSON.parse(line).articleLink === 'string';
  } catch {
    return false;
  }
}
