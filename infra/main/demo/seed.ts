/** Signs up the agency's people and checks its links, through the HTTP API like anybody else. */
import { setTimeout as wait } from 'node:timers/promises';
import type { UserAnswer } from '../../../query-service/contract/answers/account.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import type {
  StartedStatusCheckAnswer,
  StatusCheckAnswer,
} from '../../../query-service/contract/answers/status-checks.ts';
import { type Agency, COLLEAGUES, LOST_TODAY, OWNER, TEAM } from '../sample/agency.ts';
import type { ApiClient } from './api-client.ts';
import type { Articles } from './articles/server.ts';

const LOOK_AGAIN_MS = 200;
/** The longest wait for a picture: without a browser there is none. */
const PICTURE_MS = 20_000;

/** Acts as one of the demo's people. */
interface Actors {
  /** Signs somebody in. */
  signIn(email: string): Promise<ApiClient>;
  /** The token of the next invitation that is mailed to an address. */
  invitation(email: string): Promise<string>;
}

/** Creates the agency's team and its people. */
export async function seedPeople(actors: Actors): Promise<Agency> {
  const owner = await actors.signIn(OWNER.email);
  await owner.send('PATCH', '/api/user/profile', OWNER.profile);
  // On the free plan the first status check would be the last for two weeks.
  await owner.send('PATCH', '/api/subscription', { plan: 'professional', billingCycle: 'monthly', status: 'active' });
  const { id: teamId } = await owner.send<{ readonly id: string }>('POST', '/api/teams', { name: TEAM });
  const colleagues = await Promise.all(COLLEAGUES.map((who) => join(actors, owner, teamId, who)));
  return { teamId, people: [await idOf(owner), ...colleagues] };
}

/** Invites a colleague, who signs in and accepts; returns their id. */
async function join(
  actors: Actors,
  owner: ApiClient,
  teamId: string,
  { email, permission, profile }: (typeof COLLEAGUES)[number],
): Promise<string> {
  const invitation = actors.invitation(email);
  const invited = { email, permission, name: `${profile.firstName} ${profile.lastName}` };
  await owner.send('POST', `/api/teams/${teamId}/invite`, { invitations: [invited] });
  const colleague = await actors.signIn(email);
  await colleague.send('PATCH', '/api/user/profile', profile);
  await colleague.send('POST', `/api/invitations/${await invitation}/accept`);
  return idOf(colleague);
}

async function idOf(visitor: ApiClient): Promise<string> {
  return (await visitor.get<UserAnswer>('/api/auth/user')).id;
}

/**
 * Runs a status check of all links, and resolves when all results are recorded.
 * @param progress gets the number of checked links and the number of all links.
 */
export async function checkAll(
  owner: ApiClient,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { runs, total } = await owner.send<StartedStatusCheckAnswer>('POST', '/api/status-checks', { all: true });
  for (let isRunning = true; isRunning; ) {
    const states = runs.map(({ runId }) => owner.get<StatusCheckAnswer>(`/api/status-checks/${runId}`));
    const found = await Promise.all(states);
    const done = found.reduce((sum, run) => sum + run.done, 0);
    progress(done, total);
    isRunning = found.some(({ state }) => state === 'running');
    if (isRunning) await wait(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** The articles lose the links again, once a picture shows each link in its place; a check notices each loss. */
export async function loseLinks(
  owner: ApiClient,
  articles: Pick<Articles, 'remove'>,
  signal: AbortSignal,
): Promise<void> {
  const links = await owner.get<readonly LinkAnswer[]>('/api/links');
  const losses = links.map(async ({ id, articleLink }) => {
    const slug = new URL(articleLink).pathname.slice(1);
    if (!LOST_TODAY.has(slug)) return;
    for (const end = Date.now() + PICTURE_MS; Date.now() < end && !(await hasPicture(owner, id)); )
      await wait(LOOK_AGAIN_MS, undefined, { signal });
    articles.remove(slug);
    await owner.send('POST', `/api/links/${id}/recheck`);
  });
  await Promise.all(losses);
  while (await isChecking(owner)) await wait(LOOK_AGAIN_MS, undefined, { signal });
}

/** Whether a picture of the link's last change was taken, or cannot be taken. */
async function hasPicture(visitor: ApiClient, linkId: string): Promise<boolean> {
  const history = await visitor.get<readonly HistoryAnswer[]>(`/api/links/${linkId}/history`);
  return history.some(({ kind }) => kind === 'evidence-kept' || kind === 'evidence-missed');
}

/** Whether a check is still running: an answer does not wait for a very long check. */
async function isChecking(visitor: ApiClient): Promise<boolean> {
  const links = await visitor.get<readonly LinkAnswer[]>('/api/links');
  return links.some(({ checking }) => checking);
}
