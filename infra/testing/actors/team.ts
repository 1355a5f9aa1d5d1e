/** Teams and the people in them, made through the API, for tests. */
import type { UserAnswer } from '../../../query-service/contract/answers/account.ts';
import type { TestServer } from '../apps/server.ts';
import { waitUntil } from '../wait-until.ts';
import { type Answer, invitationToken, type Visitor } from './visitor.ts';

/** A signed-in client and its person. */
export type Actor = Visitor & { readonly id: string; readonly email: string };
type Invited = Visitor & { readonly email: string };

/** Signs in new people, in sequence. */
export function signUpActors(app: TestServer): () => Promise<Actor> {
  let people = 0;
  return async () => {
    const email = `person${++people}@example.com`;
    const visitor = await app.signIn(email);
    const { id } = (await visitor.get<UserAnswer>('/api/auth/user')).body;
    return Object.assign(visitor, { id, email });
  };
}

/** Creates a team of `owner` with these people in it; answers its id. Every view and reactor knows the team then. */
export async function makeTeam(
  app: TestServer,
  owner: Visitor,
  members: readonly (readonly [Invited, 'full' | 'edit' | 'view'])[] = [],
): Promise<string> {
  const { status, body } = await owner.send<{ id: string }>('POST', '/api/teams', { name: 'Agency' });
  if (status !== 201) throw new Error(`creating a team answered ${status}`);
  for (const [member, permission] of members) await addMember(app, owner, body.id, member, permission);
  if (members.length === 0) await app.settled();
  return body.id;
}

/** Invites a person, who accepts. Every view and reactor knows the member then. */
export async function addMember(
  app: TestServer,
  inviter: Visitor,
  teamId: string,
  member: Invited,
  permission: 'full' | 'edit' | 'view',
): Promise<void> {
  const before = app.said.length;
  const invited = await inviter.send('POST', `/api/teams/${teamId}/invite`, {
    invitations: [{ email: member.email, name: 'Some Body', permission }],
  });
  if (invited.status !== 200) throw new Error(`inviting answered ${invited.status}`);
  const token = await invitationToken(app.said, member.email, before);
  const accepted = await acceptInvitation(member, token);
  if (accepted.status !== 200) throw new Error(`joining answered ${accepted.status}`);
  await app.settled();
}

/** Answers an invitation once the server can: on a busy machine its view may be behind for long, which is a 503. */
export function acceptInvitation<T>(person: Visitor, token: string): Promise<Answer<T>> {
  return waitUntil(async () => {
    const answer = await person.send<T>('POST', `/api/invitations/${token}/accept`);
    return answer.status !== 503 && answer;
  });
}
