/** What a person may do is asked again once a slow request has arrived, on the whole system. */
import { once } from 'node:events';
import { request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import test from 'ava';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { CreatedShareAnswer } from '../../../../query-service/contract/answers/shares.ts';
import type { CreatedTokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';

// Nothing here needs a visit: checks refuse loopback addresses at once.
const app = await startServer([]);
test.after.always(() => app.close());

const actor = signUpActors(app);
const FILE = 'articleLink,clientLink\nhttp://127.0.0.1/a,http://127.0.0.1/c\n';

/** Sends a request whose body stops in the middle. Returns a function that sends the rest and resolves with the answer. */
async function begin(path: string, body: string, headers: Record<string, string>) {
  const half = Math.floor(body.length / 2);
  const call = open(app.url + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Expect: '100-continue' },
  });
  call.flushHeaders();
  await once(call, 'continue');
  call.write(body.slice(0, half));
  return async () => {
    call.end(body.slice(half));
    const [answer] = await once(call, 'response');
    return { status: answer.statusCode, body: JSON.parse((await text(answer)) || '{}') };
  };
}

interface Scene {
  readonly owner: Actor;
  readonly member: Actor;
  readonly teamId: string;
  readonly tokenId: string;
}

const LOSSES: Readonly<Record<string, { readonly status: number; lose(scene: Scene): Promise<{ status: number }> }>> = {
  removed: {
    status: 404,
    lose: ({ owner, member, teamId }) => owner.send('DELETE', `/api/teams/${teamId}/members/${member.id}`),
  },
  demoted: {
    status: 403,
    lose: ({ owner, member, teamId }) =>
      owner.send('PATCH', `/api/teams/${teamId}/members/${member.id}`, { permission: 'view' }),
  },
  'signed out': { status: 401, lose: ({ member }) => member.at(app.url).send('POST', '/api/logout') },
  deleted: {
    status: 401,
    lose: ({ member }) => member.at(app.url).send('DELETE', '/api/user', { confirmation: member.email }),
  },
  'without a token': { status: 401, lose: ({ member, tokenId }) => member.send('DELETE', `/api/tokens/${tokenId}`) },
};

async function scene(): Promise<Scene & { readonly headers: Record<string, string>; readonly bearer: string }> {
  const [owner, member] = [await actor(), await actor()];
  const teamId = await makeTeam(app, owner, [[member, 'edit']]);
  const made = await member.send<CreatedTokenAnswer>('POST', '/api/tokens', { name: 'script', access: 'write' });
  return {
    ...{ owner, member, teamId, tokenId: made.body.id },
    headers: { Cookie: member.cookieHeader },
    bearer: `Bearer ${made.body.token}`,
  };
}

const BODIES = {
  file: { path: (teamId: string) => `/api/links/import?teamId=${teamId}`, type: 'text/csv', of: () => FILE },
  link: {
    path: () => '/api/links',
    type: 'application/json',
    of: (teamId: string) =>
      JSON.stringify({
        teamId,
        articleLink: 'http://127.0.0.1/b',
        clientLink: 'http://127.0.0.1/c',
        duration: '30 days',
      }),
  },
};

for (const [name, { status, lose }] of Object.entries(LOSSES)) {
  for (const [kind, { path, type, of }] of Object.entries(BODIES)) {
    test(`a ${kind} that is still arriving is refused once its sender is ${name}`, async (t) => {
      const all = await scene();
      const who = name === 'without a token' ? { Authorization: all.bearer } : all.headers;
      const finish = await begin(path(all.teamId), of(all.teamId), { ...who, 'Content-Type': type });
      const lost = await lose(all);
      t.true(lost.status < 300, `${name}: ${lost.status}`);
      const answer = await finish();
      t.is(answer.status, status);
      t.is(typeof answer.body.message, 'string');
      t.deepEqual((await all.owner.get<LinkAnswer[]>(`/api/teams/${all.teamId}/links`)).body, []);
    });
  }
}

test('a file and a link that arrive slowly are added while their sender may add them', async (t) => {
  const all = await scene();
  for (const { path, type, of } of Object.values(BODIES)) {
    const finish = await begin(path(all.teamId), of(all.teamId), { ...all.headers, 'Content-Type': type });
    const { status } = await finish();
    t.true(status === 200 || status === 201, String(status));
  }
  await app.settled();
  t.is((await all.owner.get<LinkAnswer[]>(`/api/teams/${all.teamId}/links`)).body.length, 2);
});

test('a photo that is still arriving is refused once its owner is signed out', async (t) => {
  const all = await scene();
  const body = JSON.stringify({ profilePhoto: null });
  const finish = await begin('/api/user/photo', body, { ...all.headers, 'Content-Type': 'application/json' });
  await all.member.at(app.url).send('DELETE', '/api/sessions');
  t.is((await finish()).status, 401);
});

test('a repeated request gets no stored answer right after its person lost the role', async (t) => {
  const all = await scene();
  const link = { teamId: all.teamId, articleLink: 'http://127.0.0.1/k', clientLink: 'http://127.0.0.1/c' };
  const add = () =>
    all.member.send<{ code?: string }>('POST', '/api/links', link, { 'Idempotency-Key': `key-${all.teamId}` });
  t.is((await add()).status, 201);
  t.is((await add()).status, 201);
  t.is((await all.owner.send('DELETE', `/api/teams/${all.teamId}/members/${all.member.id}`)).status, 204);
  const repeated = await add();
  t.deepEqual([repeated.status, repeated.body.code], [409, 'permissions-changed']);
});

/** Reads at once, without waiting for the writes before. */
const AT_ONCE = { 'X-Position': '0' };

test('access that an answer takes away is gone with that answer, and access it gives is there', async (t) => {
  const [owner, member] = [await actor(), await actor()];
  const teamId = await makeTeam(app, owner, [[member, 'edit']]);
  const link = { teamId, articleLink: 'http://127.0.0.1/a', clientLink: 'http://client.example/', duration: '30 days' };
  await owner.send('POST', '/api/links', link);
  await app.settled();
  for (let round = 0; round < 10; round += 1) {
    const made = await member.send<CreatedShareAnswer>('POST', '/api/shared-links', {
      teamId,
      clientDomain: 'client.example',
    });
    const { shareId } = made.body;
    t.is((await member.get(`/api/shared/${shareId}`, AT_ONCE)).status, 200);
    t.is((await member.send('DELETE', `/api/shared-links/${shareId}`)).status, 204);
    t.is((await member.get(`/api/shared/${shareId}`, AT_ONCE)).status, 404);
  }
  t.is((await member.get(`/api/teams/${teamId}/links`, AT_ONCE)).status, 200);
  t.is((await owner.send('DELETE', `/api/teams/${teamId}/members/${member.id}`)).status, 204);
  t.is((await member.get(`/api/teams/${teamId}/links`, AT_ONCE)).status, 404);
});
