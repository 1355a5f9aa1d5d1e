/**
 * One Chromium, started when it is first needed, with few tabs at a time, each in a context of its own that is thrown
 * away afterwards. It reaches the network through the filtering proxy and by no other way. A browser that crashed,
 * hangs, is old or has served enough is replaced.
 */
import type { BrowserContext, CDPSession } from 'puppeteer-core';
import type { Logger } from '../../infra/ports/logger.ts';
import type { FilteringProxy, ProxyOptions } from '../network/filtering-proxy.ts';
import { type Chromium, launchChromium } from './chromium-process.ts';
import { type Chrome, findChrome } from './find-chrome.ts';

/** The browser broke under a task: the task may be tried again on a fresh one. */
export class BrowserCrashedError extends Error {
  override readonly name = 'BrowserBroke';
  /** Only the tab broke; the browser is well. */
  readonly tabOnly: boolean;

  constructor(message: string, { tabOnly = false, cause }: { tabOnly?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.tabOnly = tabOnly;
  }
}

/** There is no browser, or it does not start: the message says which. */
export class BrowserUnavailableError extends Error {
  override readonly name = 'NoBrowser';
}

/** A fresh tab in a fresh context. */
export interface Tab {
  readonly cdp: CDPSession;
  readonly proxy: FilteringProxy;
  /** The browser's own User-Agent, without the word Headless. */
  readonly userAgent: string;
}

/** Lends tabs. */
export interface BrowserPool {
  /** null where there is a browser to start, else in words why there is none. */
  missing(): Promise<string | null>;
  /**
   * Runs a task with a tab, and once more on a fresh browser if the first one breaks. Waits for a free tab. The task
   * must end by itself; its tab is closed whatever happens.
   * @throws BrowserBroke when it broke twice; NoBrowser when none starts; whatever the task throws.
   */
  use<T>(task: (tab: Tab) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface BrowserOptions extends ProxyOptions {
  readonly logger: Logger;
  readonly chromePath?: string;
  /** Tabs at a time. Default 2. */
  readonly tabs?: number;
  /** A browser is replaced after so many tabs, and after so many milliseconds. Defaults 200 and 30 minutes. */
  readonly maxUses?: number;
  readonly maxAgeMs?: number;
  /** How long the browser may take for what takes it milliseconds before it counts as hung. Default 8,000. */
  readonly hungMs?: number;
  /** A browser that nobody used for so long is ended. Default: it is kept. */
  readonly idleMs?: number;
}

const DOES_NOT_START = 'the browser does not start on this machine';

/** After a browser did not start, it is not tried again for so long. */
const START_AGAIN_MS = 60_000;

/** The browser that lends tabs. */
interface Instance extends Chromium {
  readonly bornAt: number;
  uses: number;
  running: number;
  /** Takes no more tasks, and ends with its last one. */
  retired: boolean;
}

export function makeBrowserPool(options: BrowserOptions): BrowserPool {
  const { logger, tabs = 2, maxUses = 200, maxAgeMs = 30 * 60_000, hungMs = 8_000, idleMs } = options;
  const waiting: (() => void)[] = [];
  /** Every browser that is not quite gone, and its ending once that began. */
  const ending = new Map<Instance, Promise<void> | null>();
  let free = tabs;
  let closed = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let chrome: Promise<Chrome | string> | null = null;
  let current: Promise<Instance> | null = null;

  const find = () => {
    chrome ??= findChrome(options.chromePath);
    return chrome;
  };

  async function missing(): Promise<string | null> {
    const found = await find();
    if (typeof found === 'string') return found;
    return performance.now() - failedAt < START_AGAIN_MS ? DOES_NOT_START : null;
  }

  async function use<T>(task: (tab: Tab) => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      return await attempt(task).catch((error: unknown) => {
        if (!(error instanceof BrowserCrashedError) || closed) throw error;
        logger.warn({ problem: error.message, err: error }, 'the browser broke; the visit is repeated on a fresh one');
        return attempt(task);
      });
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  }

  async function attempt<T>(task: (tab: Tab) => Promise<T>): Promise<T> {
    const instance = await ready();
    instance.running++;
    instance.uses++;
    let context: BrowserContext | null = null;
    try {
      const { browser, root } = instance;
      context = await inTime(
        browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } }),
        hungMs,
        'open a context',
      );
      const cdp = await inTime(openTab(root, context), hungMs, 'open a tab');
      const { proxy, userAgent } = instance;
      return await whileWhole(browser, cdp, task({ cdp, proxy, userAgent }));
    } catch (error) {
      const tabOnly = error instanceof BrowserCrashedError && error.tabOnly && instance.browser.connected;
      if ((error instanceof BrowserCrashedError && !tabOnly) || !instance.browser.connected) {
        retire(instance);
        // There is no use in asking one that hangs to close.
        instance.kill();
      }
      if (!(error instanceof BrowserCrashedError) && !instance.browser.connected)
        throw new BrowserCrashedError('it ended');
      throw error;
    } finally {
      if (context !== null && instance.browser.connected) {
        await inTime(context.close(), hungMs, 'close a context').catch(() => retire(instance));
      }
      instance.running--;
      if (instance.uses >= maxUses || performance.now() - instance.bornAt > maxAgeMs) retire(instance);
      if (instance.retired) end(instance);
      else if (idleMs !== undefined) endWhenIdle(instance, idleMs);
    }
  }

  function endWhenIdle(instance: Instance, limitMs: number): void {
    const { uses } = instance;
    const look = () => {
      if (instance.uses !== uses || instance.running > 0) return;
      retire(instance);
      end(instance);
    };
    setTimeout(look, limitMs).unref();
  }

  /** The current browser, or a new one. One that hangs shows when it is asked for a tab. */
  async function ready(): Promise<Instance> {
    for (let tries = 0; ; tries++) {
      if (closed) throw new BrowserCrashedError('the browser was closed');
      if (current === null) {
        const launching = launch();
        current = launching;
        launching.catch(() => {
          if (current === launching) current = null;
        });
      }
      const instance = await current;
      if (!instance.retired && instance.browser.connected) return instance;
      retire(instance);
      if (tries === 2) throw new BrowserCrashedError('no browser stays alive');
    }
  }

  async function launch(): Promise<Instance> {
    const found = await find();
    if (typeof found === 'string') throw new BrowserUnavailableError(found);
    const chromium = await launchChromium(found, options).catch((error: unknown) => {
      logger.error({ err: error, path: found.path }, 'the browser does not start');
      failedAt = performance.now();
      throw new BrowserUnavailableError(DOES_NOT_START, { cause: error });
    });
    const instance: Instance = { ...chromium, bornAt: performance.now(), uses: 0, running: 0, retired: false };
    ending.set(instance, null);
    chromium.browser.once('disconnected', () => {
      retire(instance);
      end(instance);
    });
    if (closed) {
      retire(instance);
      end(instance);
    }
    return instance;
  }

  function retire(instance: Instance): void {
    instance.retired = true;
    void current?.then(
      (now) => {
        if (now === instance) current = null;
      },
      () => {},
    );
  }

  /** Ends a retired browser when nothing runs on it any more, or at once when it is no longer there. */
  function end(instance: Instance): void {
    if (ending.get(instance) !== null || (instance.running > 0 && instance.browser.connected && !closed)) return;
    ending.set(
      instance,
      instance.finish().finally(() => ending.delete(instance)),
    );
  }

  async function close(): Promise<void> {
    closed = true;
    await current?.catch(() => null);
    for (const instance of ending.keys()) {
      retire(instance);
      end(instance);
    }
    await Promise.all(ending.values());
  }

  return { missing, use, close };
}

async function openTab(root: CDPSession, context: BrowserContext): Promise<CDPSession> {
  await root.send('Target.createTarget', { url: 'about:blank', ...(context.id && { browserContextId: context.id }) });
  const target = await context.waitForTarget((candidate) => candidate.type() === 'page');
  context.on('targetcreated', (other) => {
    if (other === target || other.type() !== 'page') return;
    void other
      .createCDPSession()
      .then((popup) => popup.send('Page.close'))
      .catch(() => {});
  });
  return target.createCDPSession();
}

/** Runs the task; rejects as soon as its tab crashes or goes away, alone or with its browser. */
async function whileWhole<T>(browser: Chromium['browser'], cdp: CDPSession, task: Promise<T>): Promise<T> {
  let lost = () => {};
  const broken = new Promise<never>((_resolve, reject) => {
    const tell = (message: string) => reject(new BrowserCrashedError(message, { tabOnly: true }));
    lost = () => tell('the browser went away');
    cdp.once('Inspector.targetCrashed', () => tell('the tab crashed'));
    cdp.once('Inspector.detached', () => tell('the tab was closed'));
    browser.once('disconnected', lost);
  });
  try {
    return await Promise.race([task, broken]);
  } finally {
    browser.off('disconnected', lost);
    broken.catch(() => {});
    task.catch(() => {});
  }
}

/** The promise, or BrowserBroke when it takes a healthy browser far too long. */
async function inTime<T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BrowserCrashedError(`the browser did not ${what} in time`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    throw error instanceof BrowserCrashedError
      ? error
      : new BrowserCrashedError(`the browser did not ${what}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
