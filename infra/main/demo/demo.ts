/**
 * `npm run demo`: Linkledger on a throw-away data folder, with a small agency and the articles in which it bought
 * links, all on loopback. Ends with Ctrl+C and leaves nothing behind.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SAMPLE_LOSS } from '../../../query-service/contract/sample-data.ts';
import { ListenError } from '../../http/routing/server.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { type RunningServer, start } from '../process/start.ts';
import { COLLEAGUES, OWNER, TRASHED } from '../sample/agency.ts';
import { askForLink, cookiesOf, isSignedIn, signInWith } from './api-client.ts';
import { type Articles, startArticleServer } from './articles/server.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';
import { printedMails } from './mailbox.ts';
import { writePast } from './past.ts';
import { checkAll, loseLinks } from './seed.ts';

/** Short, so that the check of the slow page ends soon. */
const CHECK_TIMEOUT_MS = 6_000;
/** After this long the process ends everything that still hangs. */
const STOP_LIMIT_MS = 5_000;

/** The configuration of the demo: address and browser come from this process, the rest is fixed. */
function demoConfig(dataDir: string, articles: Articles): Config {
  const own = loadConfig();
  return {
    ...own,
    publicUrl: null,
    dataDir,
    services: ['command', 'query', 'projections', 'reactors', 'relay', 'checker'],
    outbox: path.join(dataDir, 'outbox'),
    servers: null,
    secrets: { session: null, identity: null },
    smtpUrl: null,
    signUp: { mode: 'open', domains: [], sentence: null },
    payments: { ...own.payments, paypal: null, razorpay: null },
    signInMailsPerNetwork: 1_000,
    // Warnings that need no action would only confuse a newcomer.
    logLevel: own.logLevel === 'warn' ? 'error' : own.logLevel,
    checker: { ...own.checker, allowHosts: [articles.host], timeoutMs: CHECK_TIMEOUT_MS, render: 'auto' },
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Rewrites one line on a terminal. */
function progress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done < all ? `\rChecking the agency’s links: ${done} of ${all} ` : '\r\x1b[K');
}

/** Starts on the configured port, or on a free one if that is taken. */
async function startSomewhere(config: Config, hear: (line: string) => void): Promise<RunningServer> {
  try {
    return await start(config, { print: hear });
  } catch (error) {
    if (!(error instanceof ListenError) || config.port === 0) throw error;
    say(`Port ${config.port} cannot be used, so the demo takes another port (PORT sets it).`);
    return start({ ...config, port: 0 }, { print: hear });
  }
}

/** Runs until `signal` aborts, then stops everything. */
async function demo(folder: string, signal: AbortSignal): Promise<void> {
  const articles = await startArticleServer({ withClients: true });
  let linkledger: RunningServer | null = null;
  let door: FrontDoor | null = null;
  try {
    const config = demoConfig(folder, articles);
    await writePast(config, articles, say, signal);
    const { hear, next } = printedMails(say);
    linkledger = await startSomewhere(config, hear);
    const { url } = linkledger;
    const ask = (email: string) => askForLink(url, email, { next }, signal);
    const owner = await signInWith(await ask(OWNER.email), signal);
    await checkAll(owner, progress, signal);
    await loseLinks(owner, articles, signal);
    // Its session would be an unknown browser in the owner's settings.
    await owner.send('POST', '/api/logout');
    // The first sight: a link that was lost, with its pictures, beside the list.
    const first = `/?link=${SAMPLE_LOSS}`;
    // One for each browser: an address gets only a few sign-in mails in a quarter of an hour.
    const sessions = new Map<string, readonly string[]>();
    door = await openFrontDoor(url, first, async (browser) => {
      const known = sessions.get(browser);
      if (known !== undefined && (await isSignedIn(url, known, signal))) return known;
      const cookies = await cookiesOf(await ask(OWNER.email), signal, browser);
      sessions.set(browser, cookies);
      return cookies;
    });
    const linkCount = articles.promised.filter(({ slug }) => !TRASHED.has(slug)).length;
    say(`The demo is at ${url}: a team of three, two clients, a campaign, ${linkCount} links with 90 days of history.`);
    say(`Sign in with one click: ${door.link}`);
    const colleagues = COLLEAGUES.map(({ email, permission }) => `${email} (${permission})`).join(' or ');
    say(`Later, sign in there as ${OWNER.email}, ${colleagues}: the link appears here.`);
    say(`The articles are at ${articles.origin}, with a button that removes a link. Ctrl+C ends everything.`);
    if (!signal.aborted) await once(signal, 'abort');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    door?.close();
    await linkledger?.stop();
    await articles.close();
  }
}

const stopping = new AbortController();
// Not `once`: npm passes on a Ctrl+C that the terminal has already sent, and the second must not interrupt the first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  });
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  await demo(folder, stopping.signal);
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : error}\n`,
  );
  process.exit(1);
}
