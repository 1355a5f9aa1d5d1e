/** A team to look at: made through the API, with colleagues who really accepted their invitations. */
import { type APIRequestContext, type Browser, expect } from '@playwright/test';
import type { System } from './system.ts';

type Permission = 'full' | 'edit' | 'view';

/** Creates a team of whoever `request` is signed in as; answers its id. */
export async function addTeam(request: APIRequestContext, name: string): Promise<string> {
  const answer = await request.post('/api/teams', { data: { name } });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

export async function invite(
  request: APIRequestContext,
  teamId: string,
  invitations: readonly { name: string; email: string; permission: Permission }[],
): Promise<void> {
  const answer = await request.post(`/api/teams/${teamId}/invite`, { data: { invitations } });
  expect(answer.ok()).toBe(true);
}

/** Invites a person and accepts for them; answers a browser that is signed in as that person. To be closed. */
export async function addMember(
  request: APIRequestContext,
  browser: Browser,
  system: System,
  teamId: string,
  person: { name: string; email: string; permission: Permission },
) {
  const storageState = await system.person(browser, person.email);
  await invite(request, teamId, [person]);
  const token = (await system.mailedInvitation(person.email)).split('/').at(-1);
  const theirs = await browser.newContext({ baseURL: system.url, storageState });
  expect((await theirs.request.post(`/api/invitations/${token}/accept`, { data: {} })).ok()).toBe(true);
  return theirs;
}
