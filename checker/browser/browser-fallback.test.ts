/** A headless build that exists but does not start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import { recordingLog } from '../testing/test-site.ts';
import { BrowserPool } from './browser-pool.ts';
import { findPageBrowsers } from './find-chrome.ts';

// The package finds its build here, and takes it for complete.
const folder = mkdtempSync(join(tmpdir(), 'fallback-test-'));
process.env.TMPDIR = folder;
const broken = join(folder, 'chromium');
writeFileSync(broken, '#!/bin/sh\necho "no usable sandbox" >&2\nexit 1\n', { mode: 0o700 });
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

test('if a headless build does not start, the next browser is used, and the build is not tried again', async (t) => {
  const found = await findPageBrowsers(undefined);
  const at = typeof found === 'string' ? -1 : found.findIndex(({ path }) => path === broken);
  if (at !== 0 || found.length < 2) {
    t.log('Skipped: this machine has no other browser, or a headless build of its own.');
    t.pass();
    return;
  }
  const guard = makeGuard();
  const log = recordingLog();
  const pool = new BrowserPool({ guard, dialer: makeDialer({ guard }), logger: log, maxUses: 1 });
  t.teardown(() => pool.close());
  const isAtAddress = () =>
    pool.use('about:blank', async (tab) => {
      await tab.cdp.send('Runtime.runIfWaitingForDebugger');
      return tab.isAtAddress;
    });
  t.false(await isAtAddress());
  t.like(log.lines, [{ level: 'info', message: 'this browser does not start; trying another one' }]);
  t.false(await isAtAddress());
  t.is(log.lines.length, 1);
  t.is(await pool.missing(), null);
});
