/** A running Linkledger for the journeys: its own process, the articles that it checks, and its mails. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type APIRequestContext, type APIResponse, expect, type Page, request } from '@playwright/test';
import { type Articles, startArticleServer } from '../../main/demo/articles/server.ts';
import type { Promised } from '../../main/sample/article.ts';
import { toolSettings } from '../tool-settings.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** The cookies and storage of a signed-in browser. */
type SignedIn = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** A running system. */
export interface System {
  readonly url: string;
  /** How many processes it has. */
  readonly processes: number;
  readonly articles: Articles;
  /** The newest sign-in link that was mailed to an address. Waits for the first one. */
  mailedLink(email: string): Promise<string>;
  /** The path of the newest invitation that was mailed to an address. Waits for the first one. */
  mailedInvitation(email: string): Promise<string>;
  /** The newest link that was mailed to a new address of an account. Waits for the first one. */
  mailedConfirmation(email: string): Promise<string>;
  /** The unsubscribe address of the newest mail to an address. Waits for the first one. */
  mailedUnsubscribe(email: string): Promise<string>;
  /** Signs in on the welcome page with a mailed link. Ends on the dashboard. */
  signIn(page: Page, email: string): Promise<void>;
  /** The cookies of a person, who is signed in once, without a page. */
  person(email: string): Promise<SignedIn>;
  stop(): Promise<void>;
}

/** With TEST_CLUSTER=1 the journeys run against several processes on real servers. */
const isCluster = process.env.TEST_CLUSTER === '1';
const CLUSTER = ['infra/main/cli/cluster.ts', '--command', '2', '--query', '2', '--projections', '2'];
const PROCESSES = isCluster ? 6 : 1;

/** The settings of a cluster: a log and a database of its own on the servers of the environment. */
function serverSettings(): Readonly<Record<string, string | undefined>> {
  const id = randomBytes(6).toString('hex');
  return {
    EVENT_STORE_URL: process.env.TEST_EVENT_STORE_URL,
    READ_STORE_URL: process.env.TEST_MONGODB_URL?.replace(/\/?(\?|$)/, `/ll_${id}$1`),
    NAMESPACE: `t${id}-`,
    ...{ SESSION_SECRET: 's'.repeat(32), IDENTITY_SECRET: 'i'.repeat(32) },
  };
}

/** Brings a data folder to the servers, as an agency that outgrows one machine does. Answers the settings that go along. */
async function copyToServers(dataDir: string, settings: Readonly<Record<string, string | undefined>>) {
  const script = path.join(root, 'infra', 'main', 'cli', 'copy.ts');
  await promisify(execFile)(process.execPath, [script, '--from', `sqlite:${dataDir}`], {
    env: { ...toolSettings(), ...settings },
  });
  return { IDENTITY_SECRET: (await readFile(path.join(dataDir, 'identity.secret'), 'utf8')).trim() };
}

interface SystemOptions {
  /** Fills the data folder before the start. */
  readonly prepare?: (dataDir: string, articles: Articles) => Promise<void>;
  /** Beside those that every journey needs. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startSystem({ prepare, settings = {} }: SystemOptions = {}): Promise<System> {
  const articles = await startArticleServer();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'linkledger-journeys-'));
  const dataDir = path.join(folder, 'data');
  await prepare?.(dataDir, articles);
  const servers = isCluster ? serverSettings() : {};
  const copied = isCluster && prepare !== undefined ? await copyToServers(dataDir, servers) : {};
  const [script = '', ...args] = isCluster ? CLUSTER : ['infra/main.ts'];
  const child = spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: folder,
    env: {
      ...servers,
      ...copied,
      ...toolSettings(),
      PORT: '0',
      DATA_DIR: dataDir,
      CHECKER_ALLOW_HOSTS: articles.host,
      CHECKER_TIMEOUT_MS: '10000',
      SIGN_IN_MAILS_PER_NETWORK: '1000000',
      ADMINS: 'axe@journeys.example,system@journeys.example',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const people = new Map<string, Promise<SignedIn>>();

  async function mailed(email: string, pattern: RegExp): Promise<string> {
    let link = '';
    await expect(async () => {
      link = (await newestLink(path.join(dataDir, 'outbox'), email, pattern)) ?? '';
      expect(link).not.toBe('');
    }).toPass();
    return link;
  }
  const mailedLink = (email: string) => mailed(email, SIGN_IN);

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto(`${url}/`);
    await page.getByRole('link', { name: 'Sign In / Sign Up' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await page.goto(await mailedLink(email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  }

  async function signInOnce(email: string): Promise<SignedIn> {
    // Without the cookies of the test: signing in would end the session of its person.
    const visitor = await request.newContext({ baseURL: url, storageState: { cookies: [], origins: [] } });
    const done = async (answer: APIResponse) => {
      if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}`);
    };
    await done(await visitor.post('/api/login/email', { data: { email } }));
    const token = new URL(await mailedLink(email)).searchParams.get('token') ?? '';
    await done(await visitor.post('/api/login/email/callback', { form: { token } }));
    // Until the views have the new account.
    await expect(async () => done(await visitor.get('/api/auth/user'))).toPass();
    const state = await visitor.storageState();
    await visitor.dispose();
    return state;
  }

  return {
    url,
    processes: PROCESSES,
    articles,
    mailedLink,
    mailedInvitation: async (email) => new URL(await mailed(email, INVITATION)).pathname,
    mailedConfirmation: (email) => mailed(email, CONFIRMATION),
    mailedUnsubscribe: (email) => mailed(email, /https?:\/\/[^\s">]+\/api\/unsubscribe\/[\w-]+/),
    signIn,
    person(email) {
      const known = people.get(email) ?? signInOnce(email);
      people.set(email, known);
      return known;
    },
    async stop() {
      const ended = once(child, 'exit');
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      await articles.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The URL that the process logs at its start. Rejects if it ends before. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The system’s output is not piped.');
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const url = /running at (http\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`Linkledger ended with code ${code} before it was ready.`)));
  });
}

const SIGN_IN = /http\S+\/api\/login\/email\/callback\?token=\S+/;
const CONFIRMATION = /http\S+\/api\/user\/email\/confirm\?token=\S+/;
const INVITATION = /http\S+\/invite\/\S+/;

/** The link in the newest mail to an address. File names begin with the time. */
async function newestLink(outbox: string, email: string, pattern: RegExp): Promise<string | undefined> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names.reverse()) {
    const mail = readable(await readFile(path.join(outbox, name), 'utf8'));
    const link = mail.includes(`To: ${email}`) ? pattern.exec(mail)?.[0] : undefined;
    if (link !== undefined) return link;
  }
  return undefined;
}

/** Decodes a mail, each part by its own encoding: a 7bit part is not quoted-printable because its neighbor is. */
function readable(mail: string): string {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1];
  const parts = boundary === undefined ? [mail] : mail.split(`--${boundary}`);
  return parts.map(readablePart).join('\n');
}

/** Decodes a quoted-printable part (RFC 2045, section 6.7). */
function readablePart(part: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(part)) return part;
  return part
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The answer of POST /api/links. */
interface Added {
  readonly id: string;
  readonly checkResult: { readonly status: string };
}

/** Adds a link through the API and waits for its first check, and until the lists and the history have it. */
export async function addLink(
  request: APIRequestContext,
  { articleLink, clientLink }: Pick<Promised, 'articleLink' | 'clientLink'>,
  more: Readonly<Record<string, string | readonly string[] | boolean | null>> = {},
): Promise<Added> {
  const answer = await request.post('/api/links', {
    data: { articleLink, clientLink, status: 'pending', allowDuplicate: true, ...more },
  });
  expect(answer.status()).toBe(201);
  const added: Added = await answer.json();
  await untilShown(request, answer, '/api/clients', `/api/links/${added.id}/history`);
  return added;
}

/** Waits until the views of these paths have what the request of an answer wrote. */
export async function untilShown(request: APIRequestContext, answer: APIResponse, ...paths: readonly string[]) {
  const headers = { 'X-Position': answer.headers()['x-position'] ?? '' };
  for (const path of paths) {
    const isStale = async () => (await request.get(path, { headers })).headers()['x-stale'] ?? 'false';
    await expect.poll(isStale).toBe('false');
  }
}
