/**
 * A Chromium that starts when it is first needed and runs a few tabs at a time, each in a context of its own that is
 * discarded afterwards. Its only way to the network is the filtering proxy. A browser that crashed, hangs, is old or has
 * served enough tabs is replaced.
 */
import type { BrowserContext, CDPSession } from 'puppeteer-core';
import type { Logger } from '../../infra/ports/logger.ts';
import type { FilteringProxy, ProxyOptions } from '../network/filtering-proxy.ts';
import { type Chromium, launchChromium } from './chromium-process.ts';
import { type Chrome, findChrome } from './find-chrome.ts';
import { tabsOfThisMachine } from './tab-count.ts';

/** The browser crashed or hung during a task; the task can be repeated on a new one. */
export class BrowserCrashedError extends Error {
  override readonly name = 'BrowserCrashedError';
  /** Only the tab crashed; the browser still works. */
  readonly tabOnly: boolean;

  constructor(message: string, { tabOnly = false, cause }: { tabOnly?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.tabOnly = tabOnly;
  }
}

/** There is no browser, or it does not start; the message says which. */
export class BrowserUnavailableError extends Error {
  override readonly name = 'BrowserUnavailableError';
}

/** A new tab in a new context. */
export interface Tab {
  readonly cdp: CDPSession;
  readonly proxy: FilteringProxy;
  /** The browser's own User-Agent, without the word Headless. */
  readonly userAgent: string;
}

export interface BrowserPool {
  /** null if a browser can be started, else the reason why not. */
  missing(): Promise<string | null>;
  /**
   * Runs a task with a tab, and once more on a new browser if the first one crashes. Waits for a free tab. The task must
   * end by itself; its tab is always closed.
   * @throws BrowserCrashedError after the second crash; BrowserUnavailableError when no browser starts; any error of the
   * task.
   */
  use<T>(task: (tab: Tab) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface BrowserOptions extends ProxyOptions {
  readonly logger: Logger;
  readonly chromePath?: string;
  /** Concurrent tabs. Default: as many as this machine's cores and memory allow. */
  readonly tabs?: number;
  /** A browser is replaced after this many tabs, and after this many milliseconds. Defaults 200 and 30 minutes. */
  readonly maxUses?: number;
  readonly maxAgeMs?: number;
  /** Time limit of operations that normally take milliseconds; beyond it the browser hangs. Default 8,000. */
  readonly hungMs?: number;
  /** An unused browser is ended after this many milliseconds. Default: never. */
  readonly idleMs?: number;
}

const DOES_NOT_START = 'the browser does not start on this machine';

/** Pause before a browser that did not start is tried again. */
const START_AGAIN_MS = 60_000;

interface Instance extends Chromium {
  readonly bornAt: number;
  uses: number;
  running: number;
  /** Takes no more tasks and ends after its last one. */
  retired: boolean;
}

/** Makes a pool. It starts no browser before the first task. */
export function makeBrowserPool(options: BrowserOptions): BrowserPool {
  const { logger, tabs = tabsOfThisMachine(), maxUses = 200, maxAgeMs = 30 * 60_000, hungMs = 8_000, idleMs } = options;
  const waiting: (() => void)[] = [];
  /** Every browser that has not ended, with the promise of its end once that began. */
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
        logger.warn({ problem: error.message, err: error }, 'the browser crashed; repeating the visit on a new one');
        return attempt(task);
      });
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  }

  async function attempt<T>(task: (tab: Tab) => Promise<T>): Promise<T> {
    const instance = await currentBrowser();
    instance.running++;
    instance.uses++;
    let context: BrowserContext | null = null;
    try {
      const { browser, root } = instance;
      context = await withTimeout(
        browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } }),
        hungMs,
        'open a context',
      );
      const cdp = await withTimeout(openTab(root, context), hungMs, 'open a tab');
      const { proxy, userAgent } = instance;
      return await unlessTabLost(browser, cdp, task({ cdp, proxy, userAgent }));
    } catch (error) {
      const tabOnly = error instanceof BrowserCrashedError && error.tabOnly && instance.browser.connected;
      if ((error instanceof BrowserCrashedError && !tabOnly) || !instance.browser.connected) {
        retire(instance);
        // A browser that hangs would not answer a request to close.
        instance.kill();
      }
      if (!(error instanceof BrowserCrashedError) && !instance.browser.connected)
        throw new BrowserCrashedError('the browser ended');
      throw error;
    } finally {
      if (context !== null && instance.browser.connected) {
        await withTimeout(context.close(), hungMs, 'close a context').catch(() => retire(instance));
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

  /** The current browser, or a new one. A hung browser is noticed when it has to open a tab. */
  async function currentBrowser(): Promise<Instance> {
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

  /** Ends a retired browser after its last task, or at once when it has disconnected. */
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

/** The result of the task, or a rejection as soon as its tab or its browser is lost. */
async function unlessTabLost<T>(browser: Chromium['browser'], cdp: CDPSession, task: Promise<T>): Promise<T> {
  let lost = () => {};
  const broken = new Promise<never>((_resolve, reject) => {
    const fail = (message: string) => reject(new BrowserCrashedError(message, { tabOnly: true }));
    lost = () => fail('the browser disconnected');
    cdp.once('Inspector.targetCrashed', () => fail('the tab crashed'));
    cdp.once('Inspector.detached', () => fail('the tab was closed'));
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

/** The promise, or a BrowserCrashedError when it fails or takes too long. */
async function withTimeout<T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> {
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
