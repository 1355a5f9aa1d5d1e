/**
 * A Chromium that starts when it is first needed and runs a few tabs at a time, each in its own context, which is
 * discarded afterwards. Only the filtering proxy connects it to the network. A browser that crashed, hangs, is old or
 * has served enough tabs is replaced.
 */
import type { BrowserContext, CDPSession, Protocol } from 'puppeteer';
import type { FilteringProxy } from '../../infra/network/filtering-proxy.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { type Chromium, type ChromiumOptions, launchChromium } from './chromium-process.ts';
import { type Chrome, findPageBrowsers } from './find-chrome.ts';
import { tabsOfThisMachine } from './tab-count.ts';

/** The browser crashed or hung during a task; the task can be repeated in a new browser. */
export class BrowserCrashedError extends Error {
  override readonly name = 'BrowserCrashedError';
  /** Only the tab crashed; the browser still works. */
  readonly tabOnly: boolean;

  constructor(message: string, { tabOnly = false, cause }: { tabOnly?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.tabOnly = tabOnly;
  }
}

/** There is no browser, or it does not start; the message says which of the two. */
export class BrowserUnavailableError extends Error {
  override readonly name = 'BrowserUnavailableError';
}

/** A new tab in a new context. It waits until the task sends `Runtime.runIfWaitingForDebugger`. */
export interface Tab {
  readonly cdp: CDPSession;
  /** Whether the tab then requests its address. If not, the tab is empty, and the task must load the address. */
  readonly isAtAddress: boolean;
  /** The id of the main frame. */
  readonly frame: string;
  readonly proxy: FilteringProxy;
  /** The browser's own User-Agent, without the word Headless. */
  readonly userAgent: string;
}

/** The present load of a pool's browsers. */
export interface BrowserUse {
  readonly browsers: number;
  readonly tabsBusy: number;
  /** Tasks that wait for a tab. */
  readonly tasksWaiting: number;
}

export interface BrowserOptions extends ChromiumOptions {
  readonly logger: Logger;
  readonly chromePath?: string;
  /** Concurrent tabs. Default: as many as this machine's cores and memory allow. */
  readonly tabs?: number;
  /** A browser is replaced after this many tabs, and after this many milliseconds. Defaults 200 and 30 minutes. */
  readonly maxUses?: number;
  readonly maxAgeMs?: number;
  /** Time limit of operations that normally take milliseconds: a browser that exceeds it hangs. Default 8,000. */
  readonly hungMs?: number;
  /** An unused browser is ended after this many milliseconds. Default: never. */
  readonly idleMs?: number;
}

const DOES_NOT_START = 'the browser does not start on this machine';

/** In pixels. The task sets the page's size, and a small window has less to draw. Only headless builds apply it. */
const WINDOW = { width: 64, height: 64 };

/** Pause before a browser that did not start is retried. */
const START_AGAIN_MS = 60_000;

type AttachedTarget = Protocol.Target.AttachedToTargetEvent;

interface Instance extends Chromium {
  /** Whether it is a headless build, which opens a tab at its address and saves an empty document. */
  readonly shell: boolean;
  /** By the id of each open context: receives the context's tab; null afterwards, because any other tab is a popup. */
  readonly contexts: Map<string, ((attached: AttachedTarget) => void) | null>;
  readonly bornAt: number;
  uses: number;
  running: number;
  /** Whether the browser takes no more tasks and ends after its last one. */
  retired: boolean;
}

/** Starts no browser before the first task. */
export class BrowserPool {
  readonly #options: BrowserOptions;
  readonly #tabs: number;
  readonly #hungMs: number;
  readonly #waiting: (() => void)[] = [];
  /** Every browser that has not ended, with the promise of its end once it is ending. */
  readonly #ending = new Map<Instance, Promise<void> | null>();
  #free: number;
  #closed = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  #chromes: Promise<readonly Chrome[] | string> | null = null;
  #current: Promise<Instance> | null = null;

  constructor(options: BrowserOptions) {
    const { tabs = tabsOfThisMachine(), hungMs = 8_000 } = options;
    this.#options = options;
    this.#tabs = tabs;
    this.#hungMs = hungMs;
    this.#free = tabs;
  }

  inUse(): BrowserUse {
    return {
      browsers: this.#ending.size,
      tabsBusy: this.#tabs - this.#free,
      tasksWaiting: this.#waiting.length,
    };
  }

  /** null if a browser can be started, else the reason against it. */
  async missing(): Promise<string | null> {
    const found = await this.#find();
    if (typeof found === 'string') return found;
    return performance.now() - this.#failedAt < START_AGAIN_MS ? DOES_NOT_START : null;
  }

  /**
   * Runs a task with a tab at `address`, and once more in a new browser if the first crashes. Waits for a free tab. The
   * task must end by itself; its tab is always closed.
   * @throws BrowserCrashedError after the second crash; BrowserUnavailableError when no browser starts; any error of
   * the task.
   */
  async use<T>(address: string, task: (tab: Tab) => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resume) => this.#waiting.push(resume));
    try {
      return await this.#attempt(address, task).catch((error: unknown) => {
        if (!(error instanceof BrowserCrashedError) || this.#closed) throw error;
        const problem = { problem: error.message, err: error };
        this.#options.logger.warn(problem, 'the browser crashed; repeating the visit on a new one');
        return this.#attempt(address, task);
      });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#current?.catch(() => null);
    for (const instance of this.#ending.keys()) {
      this.#retire(instance);
      this.#end(instance);
    }
    await Promise.all(this.#ending.values());
  }

  #find(): Promise<readonly Chrome[] | string> {
    this.#chromes ??= findPageBrowsers(this.#options.chromePath);
    return this.#chromes;
  }

  async #attempt<T>(address: string, task: (tab: Tab) => Promise<T>): Promise<T> {
    const instance = await this.#currentBrowser();
    instance.running++;
    instance.uses++;
    let context: BrowserContext | null = null;
    try {
      const { browser, proxy, userAgent, shell } = instance;
      context = await withTimeout(
        browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } }),
        this.#hungMs,
        'open a context',
      );
      const { cdp, frame } = await withTimeout(
        openTab(instance, context.id ?? '', shell ? address : 'about:blank'),
        this.#hungMs,
        'open a tab',
      );
      return await unlessTabLost(browser, cdp, task({ cdp, frame, isAtAddress: shell, proxy, userAgent }));
    } catch (error) {
      const tabOnly = error instanceof BrowserCrashedError && error.tabOnly && instance.browser.connected;
      if ((error instanceof BrowserCrashedError && !tabOnly) || !instance.browser.connected) {
        this.#retire(instance);
        // A browser that hangs would not answer a request to close.
        instance.kill();
      }
      if (!(error instanceof BrowserCrashedError) && !instance.browser.connected)
        throw new BrowserCrashedError('the browser ended');
      throw error;
    } finally {
      await this.#leave(instance, context);
    }
  }

  /** Ends a task: closes its context, and the browser if that is old. */
  async #leave(instance: Instance, context: BrowserContext | null): Promise<void> {
    const { maxUses = 200, maxAgeMs = 30 * 60_000, idleMs } = this.#options;
    instance.contexts.delete(context?.id ?? '');
    if (context !== null && instance.browser.connected) {
      await withTimeout(context.close(), this.#hungMs, 'close a context').catch(() => this.#retire(instance));
    }
    instance.running--;
    if (instance.uses >= maxUses || performance.now() - instance.bornAt > maxAgeMs) this.#retire(instance);
    if (instance.retired) this.#end(instance);
    else if (idleMs !== undefined) this.#endWhenIdle(instance, idleMs);
  }

  #endWhenIdle(instance: Instance, limitMs: number): void {
    const { uses } = instance;
    const look = () => {
      if (instance.uses !== uses || instance.running > 0) return;
      this.#retire(instance);
      this.#end(instance);
    };
    setTimeout(look, limitMs).unref();
  }

  /** The current browser, or a new one. Opening a tab reveals whether a browser hangs. */
  async #currentBrowser(): Promise<Instance> {
    for (let tries = 0; ; tries++) {
      if (this.#closed) throw new BrowserCrashedError('the browser was closed');
      if (this.#current === null) {
        const launching = this.#launch();
        this.#current = launching;
        launching.catch(() => {
          if (this.#current === launching) this.#current = null;
        });
      }
      const instance = await this.#current;
      if (!instance.retired && instance.browser.connected) return instance;
      this.#retire(instance);
      if (tries === 2) throw new BrowserCrashedError('three browsers in a row ended at once');
    }
  }

  async #launch(): Promise<Instance> {
    const found = await this.#find();
    if (typeof found === 'string') throw new BrowserUnavailableError(found);
    const chromium = await this.#launchFirst(found).catch((error: unknown) => {
      this.#failedAt = performance.now();
      throw new BrowserUnavailableError(DOES_NOT_START, { cause: error });
    });
    const contexts: Instance['contexts'] = new Map();
    const instance: Instance = {
      ...chromium,
      contexts,
      bornAt: performance.now(),
      uses: 0,
      running: 0,
      retired: false,
    };
    this.#ending.set(instance, null);
    chromium.browser.once('disconnected', () => {
      this.#retire(instance);
      this.#end(instance);
    });
    const attached = withTimeout(attachToTabs(chromium.root, contexts), this.#hungMs, 'attach to its tabs');
    await attached.catch((error: unknown) => {
      this.#retire(instance);
      instance.kill();
      throw error;
    });
    if (this.#closed) {
      this.#retire(instance);
      this.#end(instance);
    }
    return instance;
  }

  /** Launches the first browser that starts, which is then also the first to try the next time. */
  async #launchFirst(found: readonly Chrome[]): Promise<Chromium & Pick<Chrome, 'shell'>> {
    const { logger } = this.#options;
    for (const [tried, chrome] of found.entries()) {
      try {
        const chromium = await launchChromium(chrome, this.#options);
        if (tried > 0) this.#chromes = Promise.resolve(found.slice(tried));
        return { ...chromium, shell: chrome.shell };
      } catch (error) {
        const isLast = tried === found.length - 1;
        const { path } = chrome;
        if (isLast) logger.error({ err: error, path }, 'the browser does not start');
        else logger.info({ err: error, path }, 'this browser does not start; trying another one');
        if (isLast) throw error;
      }
    }
    throw new Error('there is no browser to start');
  }

  #retire(instance: Instance): void {
    instance.retired = true;
    void this.#current?.then(
      (now) => {
        if (now === instance) this.#current = null;
      },
      () => {},
    );
  }

  /** Ends a retired browser after its last task, or at once if it has disconnected. */
  #end(instance: Instance): void {
    const mustWait = instance.running > 0 && instance.browser.connected && !this.#closed;
    if (this.#ending.get(instance) !== null || mustWait) return;
    const ended = instance.finish().finally(() => this.#ending.delete(instance));
    this.#ending.set(instance, ended);
  }
}

/** Attaches to every new tab: the tab of a context goes to its task, and a popup is closed. */
async function attachToTabs(root: CDPSession, contexts: Instance['contexts']): Promise<void> {
  root.on('Target.attachedToTarget', (attached) => {
    const context = attached.targetInfo.browserContextId ?? '';
    const take = contexts.get(context);
    if (take === undefined) return;
    contexts.set(context, null);
    if (take !== null) take(attached);
    else closePopup(root, attached);
  });
  await root.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });
}

/** The popup may share the thread of the page that opened it, so it must not stay paused. */
function closePopup(root: CDPSession, { sessionId, targetInfo }: AttachedTarget): void {
  const popup = root.connection()?.session(sessionId);
  void root.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {});
  void popup?.send('Runtime.runIfWaitingForDebugger').catch(() => {});
}

/** Opens the tab of a context; the tab is paused. */
async function openTab(
  { root, contexts }: Instance,
  context: string,
  url: string,
): Promise<Pick<Tab, 'cdp' | 'frame'>> {
  const { sessionId, targetInfo } = await new Promise<AttachedTarget>((resolve, reject) => {
    contexts.set(context, resolve);
    // The answer may come only when the tab goes on.
    root.send('Target.createTarget', { url, browserContextId: context, ...WINDOW }).catch(reject);
  });
  const cdp = root.connection()?.session(sessionId);
  if (!cdp) throw new Error('the session of the tab has ended');
  return { cdp, frame: targetInfo.targetId };
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
async function withTimeout<T>(promise: Promise<T>, limitMs: number, action: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BrowserCrashedError(`the browser did not ${action} in time`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    throw error instanceof BrowserCrashedError
      ? error
      : new BrowserCrashedError(`the browser did not ${action}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
