import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import type { EvidenceKept, EvidenceMissed } from '../../command-service/model/evidence/events.ts';
import { EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import { openQueries } from '../../infra/testing/apps/query-app.ts';
import { linkAdded, linkPlaced, statusChanged } from '../../infra/testing/event-builder.ts';
import type { HistoryAnswer } from '../contract/answers/links.ts';

const PICTURE = Buffer.from('RIFF....WEBP and so on');
const MARKUP = Buffer.from('<p onclick="alert(1)"><script>alert(2)</script>');

function kept(linkId: string, hash: string, more: Partial<EvidenceKept['data']> = {}) {
  const of = { linkId, checkId: 'c1', transition: 'e2' };
  const picture = { kind: 'screenshot', hash, bytes: 22, width: 1280, height: 800, outlined: true } as const;
  const data = { ...of, ...picture, takenAt: '2026-03-01T10:00:05.000Z', ...more };
  return { type: 'EvidenceKept', stream: `evidence-${linkId}`, data } satisfies EvidenceKept & { stream: string };
}

/** ann has l1 with a picture and markup; bob has l2 with the same picture. */
async function opened(t: ExecutionContext) {
  const queries = await openQueries(t);
  const picture = await queries.blobs.put(EVIDENCE, PICTURE);
  const markup = await queries.blobs.put(EVIDENCE, MARKUP);
  const text = { kind: 'html', width: null, height: null, outlined: null, bytes: MARKUP.byteLength } as const;
  await queries.given(
    [linkAdded('l1')],
    [statusChanged('l1', 'pending', 'live', 'found-static')],
    [kept('l1', picture)],
    [kept('l1', markup, text)],
    [linkAdded('l2', { scope: 'user:bob' })],
    [kept('l2', picture)],
  );
  const ask = (path: string, user = 'ann') =>
    request(`${queries.url}${path}`, { dispatcher: queries.agent, headers: { 'X-Test-User': user } });
  const given = (...events: Parameters<typeof queries.given>) => queries.given(...events);
  return { ...queries, given, picture, markup, ask };
}

test('a person who sees the link gets its evidence, privately cached and with nothing allowed to run', async (t) => {
  const { ask, picture, markup } = await opened(t);
  const answer = await ask(`/api/links/l1/evidence/${picture}`);
  t.is(answer.statusCode, 200);
  t.deepEqual(Buffer.from(await answer.body.arrayBuffer()), PICTURE);
  t.like(answer.headers, {
    'content-type': 'image/webp',
    'content-length': String(PICTURE.byteLength),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  t.regex(String(answer.headers['content-security-policy']), /^sandbox;/);
  const text = await ask(`/api/links/l1/evidence/${markup}`);
  t.is(text.headers['content-type'], 'text/plain; charset=utf-8');
  t.is(await text.body.text(), String(MARKUP));
});

test('a stranger, a hash of another link and a path instead of a hash get a 404', async (t) => {
  const { ask, picture, markup } = await opened(t);
  const wrong: [string, string][] = [
    [`/api/links/l1/evidence/${picture}`, 'bob'],
    [`/api/links/l2/evidence/${picture}`, 'ann'],
    [`/api/links/l2/evidence/${markup}`, 'bob'],
    [`/api/links/nothing/evidence/${picture}`, 'ann'],
    [`/api/links/l1/evidence/${'0'.repeat(64)}`, 'ann'],
    ['/api/links/l1/evidence/..%2F..%2Fevents.db', 'ann'],
    ['/api/links/l1/evidence/%2Fetc%2Fhostname', 'ann'],
    [`/api/links/l1/evidence/${picture.toUpperCase()}`, 'ann'],
    ['/api/links/l1/evidence/%00', 'ann'],
  ];
  for (const [path, user] of wrong) {
    const { statusCode, body } = await ask(path, user);
    t.is(statusCode, 404, `${path} for ${user}`);
    await body.dump();
  }
  t.is((await ask(`/api/links/l1/evidence/${picture}`, '')).statusCode, 401);
});

test('evidence of a purged link, or removed to make room, is a 404 and absent from the history', async (t) => {
  const { ask, get, given, picture, markup, blobs } = await opened(t);
  const urls = async () =>
    (await get<HistoryAnswer[]>('/api/links/l1/history')).body.flatMap((entry) =>
      entry.kind === 'evidence-kept' ? [entry.evidence.url] : [],
    );
  t.deepEqual(await urls(), [`/api/links/l1/evidence/${markup}`, `/api/links/l1/evidence/${picture}`]);
  await blobs.remove(EVIDENCE, markup);
  t.deepEqual(await urls(), [null, `/api/links/l1/evidence/${picture}`]);
  t.is((await ask(`/api/links/l1/evidence/${markup}`)).statusCode, 404);
  await given([linkPlaced('LinkTrashed', 'l1')]);
  t.is((await ask(`/api/links/l1/evidence/${picture}`)).statusCode, 200);
  await given([linkPlaced('LinkPurged', 'l1')]);
  t.is((await ask(`/api/links/l1/evidence/${picture}`)).statusCode, 404);
  t.deepEqual(await urls(), [null, null]);
});

test('the history names the status change that evidence shows, or why the evidence is missing', async (t) => {
  const { get, given, picture } = await opened(t);
  const reason = 'the page was not there in time';
  const missed: EvidenceMissed = {
    type: 'EvidenceMissed',
    data: { linkId: 'l1', checkId: 'c2', transition: 'e9', reason },
  };
  await given([{ ...missed, stream: 'evidence-l1' }, { actor: 'checker' }]);
  const { body } = await get<HistoryAnswer[]>('/api/links/l1/history');
  const changed = body.find(({ kind }) => kind === 'status-changed');
  t.like(body[0], { kind: 'evidence-missed', transition: 'e9', reason });
  t.like(
    body.find((entry) => entry.kind === 'evidence-kept' && entry.evidence.kind === 'screenshot'),
    {
      transition: changed?.id,
      evidence: {
        kind: 'screenshot',
        url: `/api/links/l1/evidence/${picture}`,
        bytes: 22,
        width: 1280,
        height: 800,
        outlined: true,
        takenAt: '2026-03-01T10:00:05.000Z',
      },
    },
  );
});
