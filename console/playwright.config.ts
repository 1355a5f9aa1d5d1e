/** The browser journeys: real systems and real browsers, one of each a worker. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChrome, packagedChrome } from '../checker/browser/find-chrome.ts';

/** Unless one is named, the headless build: it draws with half the work. The system visits pages with a whole browser. */
async function journeyChrome() {
  const named = process.env.CHROME_PATH || undefined;
  const packaged = named === undefined && process.platform === 'linux' && process.arch === 'x64';
  const found = packaged ? await packagedChrome() : await findChrome(named);
  return packaged && typeof found === 'string' ? findChrome(undefined) : found;
}

const chrome = await journeyChrome();
if (typeof chrome === 'string') throw new Error(`The journeys need a browser: ${chrome}. Set CHROME_PATH to one.`);

const root = path.resolve(import.meta.dirname, '..');
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: path.join(root, 'console', 'e2e'),
  outputDir: path.join(root, 'test-results'),
  // A journey waits for checks and views as long as it computes. Each worker has a system of its own.
  workers: 3,
  retries: 0,
  // Long enough for a machine that checks pages, takes pictures of them and draws two consoles at the same time.
  timeout: 120_000,
  // Some five minutes are usual: whatever hangs must not hang forever.
  globalTimeout: 2_700_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Journeys test content, not animations.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chrome.path,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page that lives for seconds does not earn back what optimizing its code costs.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
