/** A team with somebody in every role, for tests: and fresh things of theirs to act on. */
import { createHash } from 'node:crypto';
import type { Role } from '../../../command-service/contract/policy.ts';
import type { UserAnswer } from '../../../query-service/contract/answers/account.ts';
import type { BulkAnswer, StartedBulkAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import type { TestServer } from '../apps/server.ts';
import { waitUntil } from '../wait-until.ts';
import { acceptInvitation } from './team.ts';
import { type Answer, invitationToken, Visitor } from './visitor.ts';

type CrewServer = Pick<TestServer, 'url' | 'said' | 'signIn'>;

interface Actor {
  readonly id: string;
  readonly email: string;
  readonly visitor: Visitor;
}
type Member = 'full' | 'edit' | 'view';

/** The client of every link of the team. */
export const CLIENT_DOMAIN = 'crew-client.example';

/** The id of an invitation for the team's managers. */
export const invitationIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Everybody there is. The owner has a plan without a cooldown. */
export class RoleActors {
  readonly app: CrewServer;
  readonly owner: Actor;
  readonly members: Readonly<Record<Member, Actor>>;
  readonly stranger: Actor;
  readonly signedOut: Visitor;
  #made = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(app: CrewServer, owner: Actor, members: Readonly<Record<Member, Actor>>, stranger: Actor) {
    this.app = app;
    this.owner = owner;
    this.members = members;
    this.stranger = stranger;
    this.signedOut = new Visitor(app.url);
  }

  static async create(app: CrewServer): Promise<RoleActors> {
    const person = async (name: string): Promise<Actor> => {
      const email = `${name}@crew.example`;
      const visitor = await app.signIn(email);
      return { id: (await visitor.get<UserAnswer>('/api/auth/user')).body.id, email, visitor };
    };
    const members = { full: await person('full'), edit: await person('edit'), view: await person('view') };
    const crew = new RoleActors(app, await person('owner'), members, await person('stranger'));
    await crew.do('PATCH', '/api/subscription', { plan: 'professional', billingCycle: 'monthly' });
    return crew;
  }

  /** The actor in that role. */
  visitor(role: Role): Visitor {
    if (role === 'signed-out') return this.signedOut;
    return (role === 'owner' ? this.owner : role === 'stranger' ? this.stranger : this.members[role]).visitor;
  }

  /** The owner does something that works. */
  async do<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await this.owner.visitor.send<T>(method, path, body, headers);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** In sequence. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done;
    return done;
  }

  /** A new team with a member of each permission. In turn: of two mails to one person the last one counts. */
  team(): Promise<string> {
    return this.inTurn(() => this.#team());
  }

  async #team(): Promise<string> {
    const { id } = await this.do<{ id: string }>('POST', '/api/teams', { name: this.#name('Team') });
    const rows = Object.entries(this.members).map(([permission, { email }]) => ({
      name: permission,
      email,
      permission,
    }));
    const { said } = this.app;
    const before = said.length;
    await this.do('POST', `/api/teams/${id}/invite`, { invitations: rows });
    for (const { email, visitor } of Object.values(this.members)) {
      const token = await invitationToken(said, email, before);
      const { status } = await acceptInvitation(visitor, token);
      if (status !== 200) throw new Error(`joining answered ${status}`);
    }
    return id;
  }

  /** What is needed to add a new link to a team, or to the owner's own list. The page is on a network that is never visited. */
  linkFields(teamId: string | null) {
    return {
      articleLink: `http://127.0.0.1:1/${this.#name('page')}`,
      clientLink: `https://${CLIENT_DOMAIN}/`,
      teamId,
      tags: ['crew-tag'],
    };
  }

  async link(teamId: string | null): Promise<string> {
    return (await this.do<{ id: string }>('POST', '/api/links', this.linkFields(teamId))).id;
  }

  async trashed(teamId: string | null): Promise<string> {
    const id = await this.link(teamId);
    await this.do('DELETE', `/api/links/${id}`);
    return id;
  }

  async campaign(teamId: string): Promise<string> {
    return (await this.do<{ id: string }>('POST', '/api/campaigns', { name: this.#name('Campaign'), teamId })).id;
  }

  /** A webhook to a host that does not exist (RFC 2606). */
  readonly channelFields = { name: 'crew-channel', kind: 'webhook', url: 'https://crew.invalid/hook' };

  async channel(teamId: string): Promise<string> {
    return (await this.do<{ id: string }>('POST', '/api/channels', { ...this.channelFields, teamId })).id;
  }

  async client(teamId: string | null): Promise<string> {
    const domain = `${this.#name('record')}.example`;
    await this.do('POST', '/api/clients', { name: 'Crew', domains: [domain], teamId });
    return domain;
  }

  async termsTemplate(teamId: string | null): Promise<void> {
    const templates = [{ name: 'crew-template', terms: { visible: true } }];
    await this.do('PUT', '/api/terms-templates', { teamId, templates });
  }

  async savedView(teamId: string | null): Promise<string> {
    const body = { name: this.#name('crew-view'), query: 'status=removed', teamId };
    return (await this.do<{ id: string }>('POST', '/api/saved-views', body)).id;
  }

  async share(teamId: string | null): Promise<string> {
    const body = { clientDomain: CLIENT_DOMAIN, teamId };
    return (await this.do<{ shareId: string }>('POST', '/api/shared-links', body)).shareId;
  }

  async report(teamId: string | null): Promise<string> {
    const body = { name: 'Crew', period: 'month', subject: { kind: 'client', id: CLIENT_DOMAIN }, teamId };
    return (await this.do<{ id: string }>('POST', '/api/reports', body)).id;
  }

  /** The path of a draft. */
  async draft(teamId: string | null): Promise<string> {
    const path = `/api/reports/${await this.report(teamId)}/issues`;
    return `${path}/${(await this.do<{ id: string }>('POST', path)).id}`;
  }

  async run(teamId: string | null): Promise<string> {
    return (await this.do<{ runId: string }>('POST', '/api/status-checks', { teamId })).runId;
  }

  /** A bulk operation that has ended. */
  async batch(teamId: string | null): Promise<string> {
    const body = { ids: [await this.link(teamId)], action: 'tag', change: { add: ['seen'] } };
    const { batchId } = await this.do<StartedBulkAnswer>('POST', '/api/links/bulk', body);
    const path = `/api/links/bulk/${batchId}`;
    await waitUntil(async () => (await this.owner.visitor.get<BulkAnswer>(path)).body.state === 'done');
    return batchId;
  }

  /** Adds a new link from a file. In turn: a list takes one file at a time. */
  addFile(who: Visitor, teamId: string | null): Promise<Answer<{ readonly importId: string }>> {
    const path = `/api/links/import${teamId === null ? '' : `?teamId=${teamId}`}`;
    return this.inTurn(() => who.send('POST', path, this.#csv(), { 'Content-Type': 'text/csv' }));
  }

  #csv(): string {
    return `articleLink,clientLink\nhttp://127.0.0.1:1/${this.#name('page')},https://${CLIENT_DOMAIN}/\n`;
  }

  async import(teamId: string | null): Promise<string> {
    return (await this.addFile(this.owner.visitor, teamId)).body.importId;
  }

  /** Somebody new to invite. */
  guest() {
    return { name: 'A Guest', email: `${this.#name('guest')}@crew.example` };
  }

  /** An invitation token of the stranger's team for that address. */
  async invitedElsewhere(email: string): Promise<string> {
    const { visitor } = this.stranger;
    const { id } = (await visitor.send<{ id: string }>('POST', '/api/teams', { name: this.#name('Elsewhere') })).body;
    const before = this.app.said.length;
    await visitor.send('POST', `/api/teams/${id}/invite`, { name: 'You', email });
    return invitationToken(this.app.said, email, before);
  }

  async invited(teamId: string): Promise<string> {
    const guest = this.guest();
    const before = this.app.said.length;
    await this.do('POST', `/api/teams/${teamId}/invite`, guest);
    return invitationToken(this.app.said, guest.email, before);
  }

  #name(kind: string): string {
    this.#made += 1;
    return `${kind}${this.#made}`;
  }
}
