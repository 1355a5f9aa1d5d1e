import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { readArguments } from './cli.ts';
import { article, startSite } from './testing/test-site.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const CLIENT = 'https://client.example/shop';

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

test('the CLI prints the verdict and returns it as the exit code', async (t) => {
  const site = await startSite({ '/live': article(`<a rel="sponsored" href="${CLIENT}">the shop</a>`) });
  t.teardown(() => site.close());
  const allow = ['--render', 'never', '--allow', site.host];
  const live = await run(site.url('/live'), CLIENT, ...allow);
  t.is(live.code, 0);
  t.regex(
    live.out,
    /^LIVE: The link is on the page\.\nWarning: The client’s page cannot be opened: .*\nAnchor: the shop\nType: sponsored \(from rel\)\nOver HTTP: status 200/,
  );
  t.is(live.err, '');
  const gone = await run(site.url('/gone'), CLIENT, ...allow);
  t.is(gone.code, 1);
  t.regex(gone.out, /^REMOVED: The page answered 404/);
  const refused = await run(site.url('/live'), CLIENT, '--render', 'never');
  t.is(refused.code, 2);
  t.regex(refused.out, /^PENDING: .*127\.0\.0\.1 is this machine itself/);
});

test('--json prints the observation', async (t) => {
  const site = await startSite({ '/live': article(`<a href="${CLIENT}">the shop</a>`) });
  t.teardown(() => site.close());
  const { out } = await run(site.url('/live'), CLIENT, '--json', '--allow', site.host);
  t.like(JSON.parse(out), { verdict: { status: 'live' }, observation: { browserSkipped: null } });
});

test('a wrong command line is refused with a message', (t) => {
  t.regex(String(readArguments(['https://a.example/'])), /Write two addresses/);
  t.regex(String(readArguments(['a', 'b', 'c'])), /Write two addresses/);
  const both = ['https://a.example/', 'http://b.example/'];
  t.regex(String(readArguments(['https://a.example/', 'b.example'])), /“b\.example” is not a web address/);
  t.regex(
    String(readArguments(['ftp://a.example/', 'https://b.example/'])),
    /“ftp:\/\/a\.example\/” is not a web address/,
  );
  t.regex(String(readArguments([...both, '--render', 'maybe'])), /--render must be/);
  t.regex(String(readArguments([...both, '--timeout', 'soon'])), /--timeout must be/);
  t.regex(String(readArguments([...both, '--nonsense'])), /nonsense/);
  t.like(readArguments([...both, '--allow', 'x:1', '--allow', 'y:2']), { allow: ['x:1', 'y:2'], timeoutMs: 20_000 });
});

test('a screenshot that cannot be written is reported and does not change the exit code', async (t) => {
  const site = await startSite({ '/live': article(`<a href="${CLIENT}">the shop</a>`) });
  t.teardown(() => site.close());
  const file = '/no/such/folder/page.png';
  const { code, err } = await run(site.url('/live'), CLIENT, '--allow', site.host, '--screenshot', file);
  t.is(code, 0);
  t.regex(err, /^No screenshot: ENOENT.*\/no\/such\/folder\/page\.png/);
});

test('the CLI prints what search engines may do and what the client’s page answers', async (t) => {
  const pages: Record<string, string> = { '/shop': article('<h1>The shop</h1>') };
  const site = await startSite(pages);
  t.teardown(() => site.close());
  pages['/hidden'] = article(`<meta name="robots" content="noindex"><a href="${site.url('/shop')}">the shop</a>`);
  const { out } = await run(site.url('/hidden'), site.url('/shop'), '--render', 'never', '--allow', site.host);
  t.regex(out, /\nSearch engines: They are asked not to list it by its robots meta tag\.\n/);
  t.regex(out, /\nrobots\.txt: No robots.txt: every crawler may read the page\.\n/);
  t.regex(out, /\nThe client’s page: HTTP 200\n$/);
});
