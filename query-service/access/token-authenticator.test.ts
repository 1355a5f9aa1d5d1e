import test from 'ava';
import { ApiTokens, newApiToken } from '../../command-service/identity/api-tokens.ts';
import { NOW, openQueries } from '../../infra/testing/apps/query-app.ts';
import { joinedTeam, teamCreated, userRegistered } from '../../infra/testing/event-builder.ts';
import { TOKEN_USE, tokenIdOf } from '../contract/api-tokens.ts';
import { viewTokens } from './token-authenticator.ts';

const EARLIER = '2026-03-10T11:59:59.000Z';

function created(
  token: string,
  userId: string,
  teamId: string | null = null,
  expiresAt: string | null = null,
  rights: { readonly money?: true } = {},
) {
  const tokenId = tokenIdOf(token);
  const data = { tokenId, userId, name: 'script', access: 'write', teamId, ...rights, expiresAt } as const;
  return { type: 'TokenCreated', stream: `token-${tokenId}`, data } as const;
}

function revoked(token: string, userId: string) {
  const tokenId = tokenIdOf(token);
  return { type: 'TokenRevoked', stream: `token-${tokenId}`, data: { tokenId, userId, reason: 'revoked' } } as const;
}

test('the views and the log accept the same tokens for the same reasons', async (t) => {
  const queries = await openQueries(t);
  const now = () => new Date(NOW);
  const deps = { reads: queries.reads, uses: queries.expiring, now };
  const views = viewTokens(deps);
  const log = new ApiTokens({ store: queries.feed, ...deps });
  const [own, team, left] = [newApiToken(), newApiToken(), newApiToken()];
  const [expired, ended, deleted, unknown] = [newApiToken(), newApiToken(), newApiToken(), newApiToken()];
  await queries.given(
    [userRegistered('ann')],
    [userRegistered('bob')],
    [userRegistered('cid')],
    [teamCreated('t1', 'ann')],
    [joinedTeam('t1', 'bob', 'view')],
    [created(own, 'ann')],
    [created(team, 'ann', 't1', null, { money: true })],
    [created(left, 'bob', 't1')],
    [created(expired, 'ann', null, EARLIER)],
    [created(ended, 'ann')],
    [created(deleted, 'cid')],
  );
  t.like(await views.authenticate(left), { userId: 'bob', teamId: 't1' });
  await queries.given(
    [revoked(ended, 'ann')],
    [{ type: 'MemberLeft', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } }],
    [{ type: 'AccountDeleted', stream: 'user-cid', data: { userId: 'cid', heirs: [] } }],
  );
  const all = [own, team, left, expired, ended, deleted, unknown];
  const answers = await Promise.all(all.map((token) => views.authenticate(token)));
  t.deepEqual(answers, [
    { userId: 'ann', access: 'write', teamId: null, money: false, tokenId: tokenIdOf(own) },
    { userId: 'ann', access: 'write', teamId: 't1', money: true, tokenId: tokenIdOf(team) },
    'left-team',
    'expired',
    'revoked',
    'revoked',
    'unknown',
  ]);
  t.deepEqual(await Promise.all(all.map((token) => log.authenticate(token))), answers);
});

test('a use is recorded once a minute, and only if the token is accepted', async (t) => {
  const queries = await openQueries(t);
  let now = NOW;
  const views = viewTokens({ reads: queries.reads, uses: queries.expiring, now: () => new Date(now) });
  const token = newApiToken();
  const lastUse = async () => (await queries.expiring.listOf<{ at: string }>(TOKEN_USE, 'ann'))[0]?.value.at;
  await queries.given([userRegistered('ann')], [created(token, 'ann')]);
  await views.authenticate(token);
  now = '2026-03-10T12:00:59.000Z';
  await views.authenticate(token);
  t.is(await lastUse(), NOW);
  now = '2026-03-10T12:01:00.000Z';
  await views.authenticate(token);
  t.is(await lastUse(), now);
  await queries.given([revoked(token, 'ann')]);
  now = '2026-03-10T12:05:00.000Z';
  t.is(await views.authenticate(token), 'revoked');
  t.is(await lastUse(), '2026-03-10T12:01:00.000Z');
});
