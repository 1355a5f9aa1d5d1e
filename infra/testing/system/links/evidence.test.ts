/** Evidence on the whole system: real pages, the real browser, real files, and a process that is killed. */
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { request } from 'undici';
import type { HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { signIn, type Visitor } from '../../actors/visitor.ts';
import { startProcess } from '../../apps/server-process.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);

const pages = await startPageServer();
test.after.always(() => pages.close());

type Kept = Extract<HistoryAnswer, { kind: 'evidence-kept' }>;
const history = async (person: Visitor, id: string) =>
  (await person.get<HistoryAnswer[]>(`/api/links/${id}/history`)).body;
const pictures = (story: readonly HistoryAnswer[]) =>
  story.filter((entry): entry is Kept => entry.kind === 'evidence-kept' && entry.evidence.kind === 'screenshot');
const add = (person: Visitor, at: string) =>
  person.send<{ id: string }>('POST', '/api/links', { articleLink: pages.at(at), clientLink: CLIENT });

test('a status change has one screenshot, even if the process is killed before taking it; a stranger gets none', async (t) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-evidence-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { DATA_DIR: dataDir, CHECKER_ALLOW_HOSTS: pages.host, CHECKER_TIMEOUT_MS: '15000' };
  // Folders may be removed meanwhile.
  const filesKept = () =>
    globSync('evidence/**', { cwd: dataDir, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [path.relative(path.join(dataDir, 'evidence'), path.join(entry.parentPath, entry.name))] : [],
    );

  // The check has its answer; the picture is delayed.
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  pages.set('/tea', (_request, response) => {
    if (pages.visits('/tea') === 1) response.setHeader('Content-Type', 'text/html').end(LINKED);
    else reach();
  });
  const first = await startProcess(settings);
  const person = await signIn(first.url, 'ann@example.com', first.said);
  const { id } = (await add(person, '/tea')).body;
  await reached;
  await first.end('SIGKILL');

  pages.set('/tea', LINKED);
  const second = await startProcess(settings);
  const again = await signIn(second.url, 'ann@example.com', second.said);
  const isMarkup = (entry: HistoryAnswer): entry is Kept =>
    entry.kind === 'evidence-kept' && entry.evidence.kind === 'html';
  // Both are stored by themselves, in any order.
  const story = await waitUntil(async () => {
    const found = await history(again, id);
    return pictures(found).length > 0 && found.some(isMarkup) && found;
  });
  const [picture] = pictures(story);
  const change = story.find(({ kind }) => kind === 'status-changed');
  t.like(picture, { transition: change?.id, evidence: { width: 1280, height: 800, outlined: true } });
  const markup = story.find(isMarkup);
  // Another view finds the file.
  const kept = await waitUntil(async () => {
    const answer = await again.get<string>(markup?.evidence.url ?? '');
    return answer.status === 200 && answer.body;
  });
  t.is(kept, `<p>We like <a href="${CLIENT}">good tea</a>.</p>`);
  t.is(filesKept().length, 2);
  for (const name of filesKept()) t.is(statSync(path.join(dataDir, 'evidence', name)).mode & 0o777, 0o600);
  const url = picture?.evidence.url ?? '';
  const webp = readFileSync(
    path.join(dataDir, 'evidence', filesKept().find((name) => url.endsWith(path.basename(name))) ?? ''),
  );
  t.is(webp.subarray(0, 4).toString(), 'RIFF');
  t.is(webp.subarray(8, 12).toString(), 'WEBP');

  // A check that changes nothing is not pictured; the next change is.
  await again.send('POST', `/api/links/${id}/recheck`);
  pages.set('/tea', article('<p>Sold out.</p>'));
  await again.send('POST', `/api/links/${id}/recheck`);
  const both = await waitUntil(async () => {
    const found = pictures(await history(again, id));
    return found.length > 1 && found;
  });
  t.is(both.length, 2);
  t.false(both[0]?.evidence.outlined ?? true);
  t.is((await again.get<LinkAnswer>(`/api/links/${id}`)).body.status, 'removed');

  const stranger = await signIn(second.url, 'bob@example.com', second.said);
  t.is((await stranger.get(url)).status, 404);
  t.is((await request(second.url + url)).statusCode, 401);
  t.is((await again.get(`/api/links/${id}/evidence/..%2F..%2Fevents.db`)).status, 404);
  const answer = await again.get(url);
  t.like(answer.headers, {
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  t.regex(answer.headers['content-security-policy'] ?? '', /^sandbox;/);

  await again.send('DELETE', `/api/links/${id}`);
  await again.send('DELETE', `/api/trash/${id}/permanent`);
  await waitUntil(() => filesKept().length === 0);
  t.is((await again.get(url)).status, 404);
  t.is(await second.end('SIGTERM'), 0);
});

test('without a browser tier only the HTML is stored', async (t) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-evidence-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  pages.set('/plain', LINKED);
  const app = await startProcess({ DATA_DIR: dataDir, CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' });
  const person = await signIn(app.url, 'ann@example.com', app.said);
  const { id } = (await add(person, '/plain')).body;
  const story = await waitUntil(async () => {
    const found = await history(person, id);
    return found.some(({ kind }) => kind === 'evidence-kept') && found;
  });
  t.deepEqual(
    story.flatMap((entry) => (entry.kind === 'evidence-kept' ? [entry.evidence.kind] : [])),
    ['html'],
  );
  t.false(story.some(({ kind }) => kind === 'evidence-missed'));
  t.is(pages.visits('/plain'), 1);
  t.is(await app.end('SIGTERM'), 0);
});
