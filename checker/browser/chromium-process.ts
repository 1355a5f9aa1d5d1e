/**
 * One Chromium as a process: how it is started so that a stranger's page can reach nothing, and how it is ended so that
 * neither process nor profile stays behind, whichever way this process ends.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, LaunchOptions, PuppeteerNode } from 'puppeteer-core';
import { type FilteringProxy, type ProxyOptions, startProxy } from '../network/filtering-proxy.ts';
import type { Chrome } from './find-chrome.ts';

/** A running Chromium with all that belongs to it. */
export interface Chromium {
  readonly browser: Browser;
  /** Speaks to the browser itself. Kept for its whole life: detaching it would make puppeteer lose the browser. */
  readonly root: CDPSession;
  readonly proxy: FilteringProxy;
  /** The browser's own User-Agent, without the word Headless. */
  readonly userAgent: string;
  /** Ends it at once: for one that hangs. `finish` still has to be called. */
  kill(): void;
  /** Ends it kindly if it can, and removes what it left behind. Never rejects. */
  finish(): Promise<void>;
}

/** The switches that keep the browser's traffic inside the proxy; each one closes a way out of its own. */
export function networkFlags(proxyPort: number): string[] {
  return [
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Without this Chromium goes to loopback addresses directly, past the proxy.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would else send UDP past the proxy. The headless build knows this under a name of its own.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // The proxy looks names up. Whatever would look one up itself finds nothing.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
  ];
}

const SWITCHES = [
  '--disable-gpu',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-remote-fonts',
  '--disable-notifications',
  '--deny-permission-prompts',
  '--disable-features=DialMediaRouteProvider,InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater',
  '--no-default-browser-check',
  '--no-pings',
  '--noerrdialogs',
  '--js-flags=--max-old-space-size=512',
];

/** Puppeteer's own choices that are wrong for pages nobody trusts. */
const UNWANTED = ['--disable-popup-blocking', '--disable-ipc-flooding-protection', '--allow-pre-commit-input'];

const PROFILE_PREFIX = 'linkledger-chrome-';
const LAUNCH_MS = 30_000;
const CLOSE_MS = 5_000;
/** Longest wait for a browser that is being unpacked, and the time between two looks at it. */
const UNPACKING_MS = 30_000;
const LOOK_MS = 250;

/** What must not outlive this process: profiles, and the browsers that use them once those run. */
const alive = new Map<string, Browser | null>();

/**
 * Starts a browser and its proxy.
 * @throws Error when it does not start; nothing stays behind then.
 */
export async function launchChromium(chrome: Chrome, options: ProxyOptions): Promise<Chromium> {
  // Loaded late: it is large, and most starts of a process never need it.
  const { default: puppeteer } = await import('puppeteer-core');
  sweepProfiles();
  const proxy = await startProxy(options);
  const profile = mkdtempSync(join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-`));
  alive.set(profile, null);
  watchProcessEnd();
  try {
    const browser = await startOnceWritten(puppeteer, {
      executablePath: chrome.path,
      headless: chrome.shell ? 'shell' : true,
      // A debugging port would be one more thing on loopback to reach.
      pipe: true,
      userDataDir: profile,
      timeout: LAUNCH_MS,
      waitForInitialPage: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ignoreDefaultArgs: UNWANTED,
      // This process's environment holds secrets, and perhaps a proxy of its own.
      ...(process.platform === 'win32'
        ? {}
        : { env: { HOME: profile, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' } }),
      args: [
        ...SWITCHES,
        ...networkFlags(proxy.port),
        // Chromium's sandbox does not run as root; everywhere else it stays on.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
    alive.set(profile, browser);
    return {
      browser,
      root: await browser.target().createCDPSession(),
      proxy,
      userAgent: (await browser.userAgent()).replace('HeadlessChrome', 'Chrome'),
      kill: () => killGroup(browser),
      finish: () => finish(browser, proxy, profile),
    };
  } catch (error) {
    const browser = alive.get(profile);
    if (browser) killGroup(browser);
    await proxy.close();
    removeProfile(profile);
    throw error;
  }
}

/** Another process may be unpacking the packaged build at this moment: what is being written cannot be started yet. */
async function startOnceWritten(puppeteer: PuppeteerNode, options: LaunchOptions): Promise<Browser> {
  for (let left = UNPACKING_MS; ; left -= LOOK_MS) {
    try {
      return await puppeteer.launch(options);
    } catch (error) {
      const isBeingWritten = error instanceof Error && 'code' in error && error.code === 'ETXTBSY';
      if (!isBeingWritten || left <= 0) throw error;
      await pause(LOOK_MS);
    }
  }
}

async function finish(browser: Browser, proxy: FilteringProxy, profile: string): Promise<void> {
  const child = browser.process();
  const gone = new Promise<void>((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  const timer = setTimeout(() => killGroup(browser), CLOSE_MS);
  // A browser that hangs or is gone may never answer that it closed: what counts is that its process ended.
  await Promise.allSettled([Promise.race([browser.close(), gone]), gone]);
  clearTimeout(timer);
  killGroup(browser);
  await proxy.close();
  removeProfile(profile);
}

/** The browser and all its helpers: puppeteer starts it as the leader of a process group of its own. */
function killGroup(browser: Browser): void {
  const pid = browser.process()?.pid;
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Already gone, which is what was wanted.
  }
}

function removeProfile(profile: string): void {
  alive.delete(profile);
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch {
    // The next start sweeps it away.
  }
}

/** Removes profiles whose process ended without a chance to (kill -9); their browsers ended with the pipe to it. */
function sweepProfiles(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PROFILE_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) removeProfile(join(tmpdir(), name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

let watching = false;

/**
 * Kills browsers when this process ends. On a signal that nobody else handles it does so and lets the signal have its
 * usual effect; where somebody does (the composition root drains first), theirs is the last word and `exit` the net.
 */
function watchProcessEnd(): void {
  if (watching) return;
  watching = true;
  const killAll = () => {
    for (const [profile, browser] of alive) {
      if (browser !== null) killGroup(browser);
      removeProfile(profile);
    }
  };
  process.on('exit', killAll);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const handle = () => {
      if (process.listenerCount(signal) > 1) return;
      killAll();
      process.removeListener(signal, handle);
      process.kill(process.pid, signal);
    };
    process.on(signal, handle);
  }
}
