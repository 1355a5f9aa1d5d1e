/** Fills a new Linkledger with the agency's people and links, through its HTTP API like anybody else. */
import { setTimeout as wait } from 'node:timers/promises';
import type { UserAnswer } from '../../query-service/contract/answers/account.ts';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import {
  COLLEAGUES,
  campaignLinkFor,
  campaignOf,
  EDIT,
  isOfCampaign,
  linkFor,
  OWNER,
  TEAM,
  TRASHED,
} from './agency.ts';
import type { ApiClient } from './api-client.ts';
import type { Articles } from './articles/server.ts';

/** How many links are added at a time. */
const AT_ONCE = 8;
const LOOK_AGAIN_MS = 200;

/** How the demo acts as one of its people. */
export interface Actors {
  /** Signs somebody in. */
  signIn(email: string): Promise<ApiClient>;
  /** The next invitation that is mailed to an address: the token in it. */
  invitation(email: string): Promise<string>;
}

/**
 * Creates the team, adds every promised link, edits one, trashes two, and resolves when each has been checked.
 * @param progress gets the number of checked links and the number of all links.
 */
export async function seed(
  stage: Actors,
  articles: Pick<Articles, 'promised'>,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const owner = await stage.signIn(OWNER.email);
  await owner.send('PATCH', '/api/user/profile', OWNER.profile);
  const { id: teamId } = await owner.send<{ readonly id: string }>('POST', '/api/teams', { name: TEAM });
  const people = [await idOf(owner), ...(await Promise.all(COLLEAGUES.map((who) => join(stage, owner, teamId, who))))];
  const today = Temporal.Now.plainDateISO('UTC');
  const campaign = await owner.send<{ readonly id: string }>('POST', '/api/campaigns', campaignOf(teamId, today));
  const all = articles.promised.length;
  const waiting = articles.promised.entries();
  let done = 0;
  progress(done, all);

  async function addSome(): Promise<void> {
    for (const [index, promised] of waiting) {
      const order = linkFor(promised, index, teamId, people, today);
      const { id } = isOfCampaign(promised)
        ? await owner.send<Added>('POST', '/api/campaign-links', campaignLinkFor(order, index, campaign.id))
        : await owner.send<Added>('POST', '/api/links', order);
      if (promised.slug === EDIT.slug) await owner.send('PATCH', `/api/links/${id}`, EDIT.change);
      if (TRASHED.has(promised.slug)) await owner.send('DELETE', `/api/links/${id}`);
      progress(++done, all);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, addSome));
  while (await isChecking(owner)) await wait(LOOK_AGAIN_MS, undefined, { signal });
}

interface Added {
  readonly id: string;
}

/** Invites a colleague, who signs in and accepts; returns their id. */
async function join(
  stage: Actors,
  owner: ApiClient,
  teamId: string,
  { email, permission, profile }: (typeof COLLEAGUES)[number],
): Promise<string> {
  const invitation = stage.invitation(email);
  const invited = { email, permission, name: `${profile.firstName} ${profile.lastName}` };
  await owner.send('POST', `/api/teams/${teamId}/invite`, { invitations: [invited] });
  const colleague = await stage.signIn(email);
  await colleague.send('PATCH', '/api/user/profile', profile);
  await colleague.send('POST', `/api/invitations/${await invitation}/accept`);
  return idOf(colleague);
}

async function idOf(visitor: ApiClient): Promise<string> {
  return (await visitor.get<UserAnswer>('/api/auth/user')).id;
}

/** Whether a check is still under way: an answer does not wait for one that takes very long. */
async function isChecking(visitor: ApiClient): Promise<boolean> {
  const links = await visitor.get<readonly LinkAnswer[]>('/api/links');
  return links.some(({ checking }) => checking);
}
