/**
 * One Chromium process: starts it so that an untrusted page can reach nothing, and ends it so that no process or
 * profile stays behind, however this process ends.
 */
import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createReadStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import type { Browser, CDPSession, LaunchOptions, PuppeteerNode } from 'puppeteer';
import { type FilteringProxy, type ProxyOptions, startProxy } from '../../infra/network/filtering-proxy.ts';
import type { Chrome } from './find-chrome.ts';

/** A running Chromium with its proxy. */
export interface Chromium {
  readonly browser: Browser;
  /** The session of the browser itself. Never detach it: puppeteer would lose the browser. */
  readonly root: CDPSession;
  readonly proxy: FilteringProxy;
  /** The browser's own User-Agent, without the word Headless. */
  readonly userAgent: string;
  /** Kills a browser that hangs. The caller must still call `finish`. */
  kill(): void;
  /** Closes the browser, or kills it if that takes too long, and removes its profile. Never rejects. */
  finish(): Promise<void>;
}

export interface ChromiumOptions extends ProxyOptions {
  /** Whether pages may use fonts of their own, also those in `data:` addresses. Default: only fonts of the system. */
  readonly ownFonts?: boolean;
}

/** The flags that force the browser's traffic through the proxy; each closes another way out. */
export function networkFlags(proxyPort: number): string[] {
  return [
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Without this flag Chromium connects to loopback addresses directly.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would send UDP past the proxy. The headless build has another name for this flag.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // The proxy resolves names; every lookup in the browser fails.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
  ];
}

const FLAGS = [
  '--disable-gpu',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-notifications',
  '--deny-permission-prompts',
  '--disable-features=DialMediaRouteProvider,InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater',
  '--no-default-browser-check',
  '--no-pings',
  // A visitor with a mouse: menus open by `@media (hover: hover)`.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--noerrdialogs',
  '--js-flags=--max-old-space-size=512',
];

/** Default flags of puppeteer that are wrong for untrusted pages. */
const REMOVED_FLAGS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection', '--allow-pre-commit-input'];

const PROFILE_PREFIX = 'linkledger-chrome-';
const LAUNCH_MS = 30_000;
const CLOSE_MS = 5_000;
/** Longest wait for a browser that another process unpacks, and the pause between two attempts to start it. */
const UNPACKING_MS = 30_000;
const RETRY_MS = 250;

/** Profiles that must not outlive this process, with their browsers once they run. */
const alive = new Map<string, Browser | null>();

/** Starts a browser and its proxy. @throws Error if it does not start; then nothing stays behind. */
export async function launchChromium(chrome: Chrome, options: ChromiumOptions): Promise<Chromium> {
  // Loaded late: puppeteer is large, and most processes never need it.
  const { default: puppeteer } = await import('puppeteer');
  removeStaleProfiles();
  const proxy = await startProxy(options);
  const profile = mkdtempSync(join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-`));
  alive.set(profile, null);
  killBrowsersOnExit();
  try {
    const fonts = process.platform === 'linux' ? { FONTCONFIG_FILE: await addFonts(profile) } : {};
    const browser = await launchWhenUnpacked(puppeteer, {
      executablePath: chrome.path,
      headless: chrome.shell ? 'shell' : true,
      // A debugging port on loopback would be another target for pages.
      pipe: true,
      userDataDir: profile,
      timeout: LAUNCH_MS,
      waitForInitialPage: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ignoreDefaultArgs: REMOVED_FLAGS,
      // This process's environment may contain secrets and proxy settings.
      ...(process.platform === 'win32'
        ? {}
        : { env: { HOME: profile, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', ...fonts } }),
      args: [
        ...FLAGS,
        ...(options.ownFonts ? [] : ['--disable-remote-fonts']),
        ...networkFlags(proxy.port),
        // The headless build has no popup blocker.
        ...(chrome.shell ? ['--block-new-web-contents'] : []),
        // Chromium's sandbox does not run as root.
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

/** fontconfig takes the fonts of the system first. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir></fontconfig>`;

/**
 * Adds the fonts of the packaged build. On a machine without any font, texts have no size, and every link would look
 * hidden. Returns the path of the configuration.
 */
async function addFonts(profile: string): Promise<string> {
  const archive = new URL('../bin/fonts.tar.br', import.meta.resolve('@sparticuz/chromium'));
  await pipeline(createReadStream(archive), createBrotliDecompress(), unpackTar(profile));
  const file = join(profile, 'own-fonts.conf');
  writeFileSync(file, FONTS);
  return file;
}

/**
 * Starts the browser. puppeteer does not handle the `error` of a process that cannot be started, as without file
 * descriptors; an unhandled error would end this process.
 */
async function launch(puppeteer: PuppeteerNode, options: LaunchOptions): Promise<Browser> {
  const failed = Promise.withResolvers<never>();
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('process' in message)) return;
    const { process: child } = message;
    if (child instanceof ChildProcess) child.once('error', failed.reject);
  };
  subscribe('child_process', listen);
  try {
    return await Promise.race([puppeteer.launch(options), failed.promise]);
  } finally {
    unsubscribe('child_process', listen);
  }
}

/** Retries while another process unpacks the packaged build: an executable that is being written cannot start. */
async function launchWhenUnpacked(puppeteer: PuppeteerNode, options: LaunchOptions): Promise<Browser> {
  for (let left = UNPACKING_MS; ; left -= RETRY_MS) {
    try {
      return await launch(puppeteer, options);
    } catch (error) {
      const isBeingWritten = error instanceof Error && 'code' in error && error.code === 'ETXTBSY';
      if (!isBeingWritten || left <= 0) throw error;
      await pause(RETRY_MS);
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
  // A browser that hangs may never answer the close: the exit of its process counts.
  await Promise.allSettled([Promise.race([browser.close(), gone]), gone]);
  clearTimeout(timer);
  killGroup(browser);
  await proxy.close();
  removeProfile(profile);
}

/** Kills the browser and its helpers: puppeteer starts it as the leader of a process group. */
function killGroup(browser: Browser): void {
  const pid = browser.process()?.pid;
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The browser has already ended.
  }
}

function removeProfile(profile: string): void {
  alive.delete(profile);
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch {
    // The next start removes the profile.
  }
}

/** Removes profiles of processes that were killed; their browsers ended with the pipe to them. */
function removeStaleProfiles(): void {
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
 * Kills browsers when this process ends. A signal without another handler kills them and then has its usual effect. If
 * there is another handler (the server drains first), that handler ends the process, and `exit` kills the browsers.
 */
function killBrowsersOnExit(): void {
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
