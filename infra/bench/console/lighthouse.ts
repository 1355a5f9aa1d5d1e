/**
 * Lighthouse's figures for the welcome page, a share page and the dashboard, as a phone and as a desktop see them, against
 * a system of its own with links in it. Build the console first. Lighthouse measures the machine too: on a busy one the
 * performance figures are too low. `node infra/bench/console/lighthouse.ts dashboard phone` measures only that; `--keep` keeps
 * the reports.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import lighthouse, { desktopConfig, type Flags, generateReport } from 'lighthouse';
import puppeteer, { type Page } from 'puppeteer';
import { findChrome } from '../../../checker/browser/find-chrome.ts';
import { type System, startSystem } from '../../testing/apps/system.ts';
import { printGoal } from '../measure.ts';

const WANTED = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const LINKS = 12;
const EMAIL = 'lighthouse@bench.example';
/** Pages and screens to measure; empty: all. */
const WANTED_PARTS = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** Signs in as a person does, and leaves links and a share behind. Answers the share's address. */
async function settle(page: Page, system: System): Promise<string> {
  await page.goto(`${system.url}/api/login`);
  await page.type('input[type=email]', EMAIL);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await page.goto(await system.mailedLink(EMAIL));
  await Promise.all([page.waitForNavigation(), page.click('button[type=submit], form button')]);
  const send = (at: string, body: object) =>
    page.evaluate(
      async (to, text) => {
        const answer = await fetch(to, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text });
        if (!answer.ok) throw new Error(`${to} answered ${answer.status}: ${await answer.text()}`);
        return (await answer.json()) as { readonly url?: string };
      },
      at,
      JSON.stringify(body),
    );
  for (const { articleLink, clientLink } of system.articles.promised.slice(0, LINKS))
    await send('/api/links', { articleLink, clientLink });
  const [first] = system.articles.promised;
  if (first === undefined) throw new Error('The demo serves no article that promises a link.');
  const clientDomain = new URL(first.clientLink).hostname.replace(/^www\./, '');
  const { url = '' } = await send('/api/shared-links', { clientDomain });
  return new URL(url).pathname;
}

/** The first reason why a figure is missing. */
function whyNot(audits: Readonly<Record<string, { readonly errorMessage?: string }>>): string {
  return (
    Object.values(audits).find(({ errorMessage }) => errorMessage !== undefined)?.errorMessage ??
    'no audit gives a reason'
  );
}

const chrome = await findChrome(process.env.CHROME_PATH || undefined);
if (typeof chrome === 'string') throw new Error(`Lighthouse needs a browser: ${chrome}. Set CHROME_PATH to one.`);
const folder = await mkdtemp(path.join(os.tmpdir(), 'linkledger-lighthouse-'));
const system = await startSystem();
try {
  const browser = await puppeteer.launch({
    executablePath: chrome.path,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    // Pages without a session come first: afterwards the browser is signed in.
    const measure = async (name: string, at: string) => {
      for (const screen of ['desktop', 'phone'] as const) {
        if (!WANTED_PARTS.every((part) => part === name || part === screen)) continue;
        const flags: Flags = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' };
        const config = screen === 'desktop' ? desktopConfig : undefined;
        const result = await lighthouse(`${system.url}${at}`, flags, config, page);
        if (result === undefined) throw new Error(`Lighthouse returned no report of ${at}.`);
        const report = path.join(folder, `${name}-${screen}.html`);
        await writeFile(report, generateReport(result.lhr, 'html'));
        for (const { id, score, auditRefs } of Object.values(result.lhr.categories)) {
          const short = auditRefs
            .filter(({ id: audit, weight }) => weight > 0 && (result.lhr.audits[audit]?.score ?? 1) < 0.9)
            .map(({ id: audit }) => `${audit} ${result.lhr.audits[audit]?.displayValue ?? ''}`.trim());
          const made = short.length === 0 ? 'no audit below 90' : short.join('; ');
          if (score === null)
            throw new Error(`Lighthouse could not measure ${id} of ${at}: ${whyNot(result.lhr.audits)}`);
          printGoal(`${name}, ${screen}: ${id}`, Math.round(score * 100), 'at least', WANTED, made);
        }
      }
    };
    await measure('welcome', '/');
    const share = await settle(page, system);
    await measure('dashboard', '/');
    await measure('share', share);
  } finally {
    await browser.close();
  }
} finally {
  await system.stop();
  if (process.argv.includes('--keep')) console.log(`The reports are in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
