import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { CDPSession } from 'puppeteer';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { recordingLog } from '../testing/test-site.ts';
import { type BrowserOptions, BrowserPool } from './browser-pool.ts';
import { findChrome } from './find-chrome.ts';

// This file's browsers have their profiles here, so that leftovers of other browsers do not count.
const folder = mkdtempSync(join(tmpdir(), 'browser-test-'));
process.env.TMPDIR = folder;
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

/** Browser processes and helpers whose command line contains `folder`. */
function processes(): number[] {
  return execFileSync('ps', ['-axwwo', 'pid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) && !/^\s*\d+\s+Z/.test(line) && !line.includes('ps -ax'))
    .filter((line) => line.includes('--user-data-dir'))
    .map((line) => Number.parseInt(line, 10));
}
const mainProcess = () => processes().sort((a, b) => a - b)[0] as number;
const profiles = () => readdirSync(folder).filter((name) => name.startsWith('linkledger-chrome-'));

function poolFor(t: ExecutionContext, more: Partial<BrowserOptions> = {}) {
  const guard = makeGuard();
  const logger = recordingLog();
  const pool = new BrowserPool({ guard, dialer: makeDialer({ guard }), logger, ...more });
  t.teardown(() => pool.close());
  return { pool, log: logger };
}

/** Lets the tab begin. If the browser dies meanwhile, the next call of the task fails as well. */
function begin(cdp: CDPSession): void {
  cdp.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
}

const sum = (pool: BrowserPool) => evaluate<number>(pool, '1 + 1');

const evaluate = <T>(pool: BrowserPool, expression: string) =>
  pool.use('about:blank', async ({ cdp }) => {
    begin(cdp);
    const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as T;
  });

test.serial('a browser that crashes or hangs is replaced, and the task runs again', async (t) => {
  const { pool, log: logger } = poolFor(t);
  t.is(await sum(pool), 2);
  let runs = 0;
  const answer = await pool.use('about:blank', async ({ cdp }) => {
    begin(cdp);
    if (++runs > 1) return 'done';
    process.kill(mainProcess(), 'SIGKILL');
    await cdp.send('Runtime.evaluate', { expression: 'new Promise(() => {})', awaitPromise: true });
    return 'not killed';
  });
  t.is(answer, 'done');
  t.is(runs, 2);
  t.is(logger.lines.length, 1);

  process.kill(mainProcess(), 'SIGSTOP');
  t.is(await sum(pool), 2);

  await pool.close();
  t.deepEqual(processes(), []);
  t.deepEqual(profiles(), []);
  await t.throwsAsync(sum(pool), { message: 'the browser was closed' });
});

test.serial('a browser is replaced after maxUses tabs, tabs are limited, and no context is shared', async (t) => {
  const { pool } = poolFor(t, { maxUses: 3, tabs: 2 });
  // Each browser has its own profile.
  const browsers = new Set<string>();
  let open = 0;
  let most = 0;
  const visit = () =>
    pool.use('about:blank', async ({ cdp }) => {
      begin(cdp);
      most = Math.max(most, ++open);
      for (const profile of profiles()) browsers.add(profile);
      await cdp.send('Network.enable');
      const { cookies } = await cdp.send('Network.getCookies', { urls: ['http://a.example/'] });
      await cdp.send('Network.setCookie', { name: 'a', value: 'b', url: 'http://a.example/' });
      open--;
      return cookies.length;
    });
  t.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(visit)), [0, 0, 0, 0, 0]);
  t.true(most <= 2);
  t.true(browsers.size >= 2);
  const failed = await t.throwsAsync(
    pool.use('about:blank', async () => {
      throw new Error('the task failed');
    }),
  );
  t.is(failed.message, 'the task failed');
  t.is(await sum(pool), 2);
  await pool.close();
  t.deepEqual(processes(), []);
  t.deepEqual(profiles(), []);
});

test.serial('a process that a signal ends leaves no browser and no profile behind', async (t) => {
  const script = `
    import { openChecker } from ${JSON.stringify(new URL('../check.ts', import.meta.url).href)};
    import { startSite } from ${JSON.stringify(new URL('../testing/test-site.ts', import.meta.url).href)};
    const site = await startSite({ '/': '<script>setInterval(() => document.body.append(document.createElement("p")), 50)</script>' });
    const logger = { info() {}, warn() {}, error() {} };
    const checker = openChecker({ logger, allowHosts: [site.host] });
    void checker.check(site.url('/'), ['https://client.example/']);
    setInterval(() => { if (site.asked.length > 1) console.log('rendering'); }, 50);`;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    t.not(processes().length, 0);
    child.kill(signal);
    const [, by] = await once(child, 'exit');
    t.is(by, signal);
    await waitUntil(() => processes().length === 0);
    // After kill -9 the next browser removes the profile.
    if (signal === 'SIGTERM') t.deepEqual(profiles(), []);
  }
  mkdirSync(join(folder, `linkledger-chrome-${process.pid}-of-another-checker`));
  t.is(profiles().length, 2);
  const { pool } = poolFor(t);
  t.is(await sum(pool), 2);
  await pool.close();
  t.deepEqual(profiles(), [`linkledger-chrome-${process.pid}-of-another-checker`]);
});

test.serial('a browser whose file is still being written starts when it is complete', async (t) => {
  const chrome = await findChrome(undefined);
  if (typeof chrome === 'string') throw new Error(chrome);
  const program = join(folder, 'being-written');
  writeFileSync(program, `#!/bin/sh\nexec '${chrome.path}' "$@"\n`, { mode: 0o700 });
  const writer = openSync(program, 'r+');
  const { pool } = poolFor(t, { chromePath: program });
  setTimeout(() => closeSync(writer), 300);
  t.is(await sum(pool), 2);
});

test.serial('a browser without a free file descriptor does not end the process, and starts later', async (t) => {
  // Runs in a separate process: the suites share the descriptors of theirs.
  const module = (name: string) => JSON.stringify(import.meta.resolve(name));
  const script = `
    import { subscribe, unsubscribe } from 'node:diagnostics_channel';
    import { closeSync, openSync } from 'node:fs';
    import { makeDialer } from ${module('../../infra/network/dialer.ts')};
    import { makeGuard } from ${module('../../infra/network/ssrf-guard.ts')};
    import { BrowserPool } from ${module('./browser-pool.ts')};
    const guard = makeGuard();
    const logger = { info() {}, warn() {}, error() {} };
    const pool = new BrowserPool({ guard, dialer: makeDialer({ guard }), logger });
    const sum = () => pool.use('about:blank', async ({ cdp }) => {
      cdp.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
      const { result } = await cdp.send('Runtime.evaluate', { expression: '1 + 1', returnByValue: true });
      return result.value;
    });
    const taken = [];
    const said = new Set();
    const takeAll = () => {
      try {
        for (;;) taken.push(openSync('/dev/null'));
      } catch (error) {
        said.add(error.code);
      }
    };
    subscribe('child_process', takeAll);
    said.add(await sum().catch((error) => error.name));
    unsubscribe('child_process', takeAll);
    for (const descriptor of taken) closeSync(descriptor);
    said.add(await sum());
    await pool.close();
    console.log([...said].join(' '));`;
  const limited = 'ulimit -n 512 && exec "$0" --input-type=module -e "$1"';
  const child = spawn('sh', ['-c', limited, process.execPath, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.is((await Array.fromAsync(child.stdout)).join('').trim(), 'EMFILE BrowserUnavailableError 2');
});

test.serial('a browser has a font of its own, so that texts have a size on a machine without any font', async (t) => {
  const { pool } = poolFor(t);
  const widths = await evaluate<readonly number[]>(
    pool,
    `['"Open Sans"', '"No Such Font"'].map((family) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.font = '100px ' + family;
      return context.measureText('The shop').width;
    })`,
  );
  t.not(widths[0], widths[1]);
});

test('a missing browser is reported with its path', async (t) => {
  const { pool } = poolFor(t, { chromePath: '/no/such/browser' });
  t.is(await pool.missing(), 'there is no browser at /no/such/browser');
  await t.throwsAsync(sum(pool), { message: 'there is no browser at /no/such/browser' });
  t.not(typeof (await findChrome(undefined)), 'string');
});
