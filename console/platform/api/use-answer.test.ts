import test from 'ava';
import { pathTo } from './client.ts';

// SWR reads nothing ahead where there is no window.
Object.assign(globalThis, { window: Object.assign(new EventTarget(), { location: { search: '' } }) });
const { readPageAhead, revalidate } = await import('./use-answer.ts');

test('an answer that is read ahead is read once, and again if it changes before a component shows it', async (t) => {
  const asked: unknown[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (path) => {
    asked.push(path);
    return new Response('[]');
  };
  t.teardown(() => Object.assign(globalThis, { fetch }));
  const links = pathTo('/api/links');
  readPageAhead(links);
  await revalidate((path) => path === '/api/trash');
  readPageAhead(links);
  t.deepEqual(asked, [links]);
  await revalidate((path) => path === '/api/links');
  readPageAhead(links);
  t.deepEqual(asked, [links, links]);
});
