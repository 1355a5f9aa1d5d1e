/**
 * What a browser with an empty cache loads for the dashboard of the demo's agency, and when its rows appear: as it is, and
 * on a processor that is four times slower. Build the console first. The times measure the machine too: on a busy one
 * they are too long.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { findChrome } from '../../../checker/browser/find-chrome.ts';
import { loadConfig } from '../../main/config/config.ts';
import { writePast } from '../../main/demo/past.ts';
import { OWNER } from '../../main/sample/agency.ts';
import { type System, startSystem } from '../../testing/apps/system.ts';
import { formatMs, median, printGoal } from '../measure.ts';

const SLOWER = 4;
const RUNS = 5;
/** What the browser prefetches while it is idle, in ms. */
const IDLE_MS = 12_000;
const GOALS = { requests: 40, kilobytes: 550, seconds: 4 };

/** Bytes as they were transferred. */
interface Transfer {
  readonly requests: number;
  readonly kilobytes: number;
}

interface Load {
  /** The time from the beginning of the navigation to the first row, in ms. */
  readonly rows: number;
  readonly untilRows: Transfer;
  /** Until the browser has idled. */
  readonly all: Transfer;
}

async function load(browser: Browser, system: System, slower: number, idleMs: number): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await system.person(OWNER.email),
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // By request; what is read again counts once: the links of the demo are checked meanwhile.
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(urls.get(requestId) ?? requestId, encodedDataLength);
  });
  const soFar = () => ({
    requests: new Set(urls.values()).size,
    kilobytes: [...bytes.values()].reduce((sum, each) => sum + each, 0) / 1_000,
  });
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto(system.url, { waitUntil: 'commit' });
  // Polled in the page each frame, it would cost a slow processor more than the rows.
  const shown = await page.waitForFunction(
    () => (document.querySelector('[role="grid"] td') === null ? undefined : performance.now()),
    undefined,
    { polling: 100 },
  );
  const rows = (await shown.jsonValue()) ?? 0;
  const untilRows = soFar();
  await pause(idleMs);
  await context.close();
  return { rows, untilRows, all: soFar() };
}

const chrome = await findChrome(process.env.CHROME_PATH || undefined);
if (typeof chrome === 'string') throw new Error(`The bench needs a browser: ${chrome}. Set CHROME_PATH to one.`);
const system = await startSystem({
  prepare: (dataDir, articles) =>
    writePast({ ...loadConfig(), dataDir, logLevel: 'error' }, articles, () => {}, AbortSignal.timeout(120_000)),
});
try {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: chrome.path, args });
  try {
    const { untilRows, all } = await load(browser, system, 1, IDLE_MS);
    const made = `${untilRows.requests} requests and ${untilRows.kilobytes.toFixed(0)} kB until the first row`;
    printGoal('requests, after idling', all.requests, 'at most', GOALS.requests, made);
    printGoal('kB, after idling', all.kilobytes, 'at most', GOALS.kilobytes, made);
    const times = { usual: [] as number[], slow: [] as number[] };
    for (let run = 0; run < RUNS; run += 1) {
      times.usual.push((await load(browser, system, 1, 0)).rows);
      times.slow.push((await load(browser, system, SLOWER, 0)).rows);
    }
    const runs = `median of ${times.slow.map(formatMs).join(', ')}; ${formatMs(median(times.usual))} as it is`;
    printGoal(
      `seconds to the first row, ${SLOWER} times slower`,
      median(times.slow) / 1_000,
      'at most',
      GOALS.seconds,
      runs,
    );
  } finally {
    await browser.close();
  }
} finally {
  await system.stop();
}
