import test from 'ava';
import { openQueries } from '../../infra/testing/apps/query-app.ts';
import { linkAdded, linkEdited, linkPlaced } from '../../infra/testing/event-builder.ts';
import type { LinkAnswer, TagAnswer } from '../contract/answers/links.ts';

const ids = ({ body }: { body: LinkAnswer[] }) => body.map(({ id }) => id).toSorted();

async function tagged(t: Parameters<typeof openQueries>[0]) {
  const queries = await openQueries(t);
  await queries.given(
    [linkAdded('l1', { tags: ['Press', 'seo'] })],
    [linkAdded('l2', { tags: ['SEO'] })],
    [linkAdded('l3', { tags: ['seo', 'vip'] })],
    [linkAdded('l4')],
    [linkAdded('l5', { scope: 'user:bob', tags: ['seo', 'secret'] })],
  );
  return queries;
}

test('tags are counted without regard to case and shown in the most frequent spelling', async (t) => {
  const queries = await tagged(t);
  const { status, body } = await queries.get<TagAnswer[]>('/api/tags');
  t.is(status, 200);
  t.deepEqual(body, [
    { tag: 'Press', count: 1 },
    { tag: 'seo', count: 3 },
    { tag: 'vip', count: 1 },
  ]);
  t.deepEqual((await queries.get('/api/tags?teamId=unknown')).body, []);
  t.is((await queries.get('/api/tags?q=x')).status, 400);
});

test('a tag filter selects links with one of the tags and combines with other filters', async (t) => {
  const queries = await tagged(t);
  t.deepEqual(ids(await queries.get('/api/links?tag=SeO')), ['l1', 'l2', 'l3']);
  t.deepEqual(ids(await queries.get('/api/links?tag=press,vip')), ['l1', 'l3']);
  t.deepEqual(ids(await queries.get('/api/links?tag=vip&tag=press&status=pending&q=blog&page=1&sort=articleLink')), [
    'l1',
    'l3',
  ]);
  t.deepEqual(ids(await queries.get('/api/links?tag=secret')), []);
  t.deepEqual(ids(await queries.get('/api/links?tag=unknown')), []);
  t.is((await queries.get('/api/links?tag=unknown&page=1')).headers['x-total-count'], '0');
  t.is((await queries.get(`/api/links?tag=${'x'.repeat(41)}`)).status, 400);
});

test('tag counts follow the changes of links', async (t) => {
  const queries = await tagged(t);
  await queries.given([linkEdited('l2', { tags: { from: ['SEO'], to: ['vip'] } })], [linkPlaced('LinkTrashed', 'l3')]);
  t.deepEqual((await queries.get<TagAnswer[]>('/api/tags')).body, [
    { tag: 'Press', count: 1 },
    { tag: 'seo', count: 1 },
    { tag: 'vip', count: 1 },
  ]);
  t.deepEqual(ids(await queries.get('/api/links?tag=vip')), ['l2']);
  const [row] = (await queries.get<LinkAnswer[]>('/api/links?tag=press')).body;
  t.deepEqual(row?.tags, ['Press', 'seo']);
});
