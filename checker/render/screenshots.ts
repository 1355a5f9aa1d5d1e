/**
 * Screenshots of pages, with images and with the matched link outlined. Each is a visit in a tab of a separate browser,
 * through the same guard and proxy as checks. They are taken one at a time and apart from the checks, so that no check
 * waits for a screenshot. The browser ends when it is idle.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Screenshot } from '../../command-service/contract/check-contract.ts';
import type { Matching } from '../../command-service/contract/observation.ts';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import { PRODUCT } from '../../infra/network/user-agent.ts';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { BrowserPool, BrowserUnavailableError, type BrowserUse, type Tab } from '../browser/browser-pool.ts';
import { type HighlightResult, installHighlighter } from '../in-page/in-page-highlighter.ts';
import { countedLinks } from '../page/matching.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';
import { NO_MATCHES } from '../visit/visit-record.ts';
import { renderPage } from './page-renderer.ts';
import type { RenderPatience, ShownPage } from './render-request.ts';

interface ScreenshotOptions {
  /** host:port pairs that may be visited although they are private. */
  readonly allowHosts?: readonly string[];
  /** host:port of the DNS resolver; default: the system's. */
  readonly dns?: string;
  readonly chromePath?: string;
  readonly userAgent?: string;
  readonly logger: Logger;
  /** Time limit of a screenshot. Default 20,000. */
  readonly timeoutMs?: number;
  /** The browser ends after this long without a screenshot. Default 30,000. */
  readonly idleMs?: number;
  readonly patience?: Partial<RenderPatience>;
  /** The format of the picture; default: WebP. */
  readonly format?: 'webp' | 'png';
  /** The checker's rate limiter, so that screenshots do not add to the visits of a host. */
  readonly rateLimiter?: Pick<HostRateLimiter, 'waitMs' | 'started'>;
}

export interface Screenshots {
  /** Takes a screenshot of a page, with the link outlined if the page has it. Never rejects. */
  take(articleLink: string, clientLink: string, signal: AbortSignal, matching?: Matching): Promise<Screenshot>;
  browserUse(): BrowserUse;
  /** Leaves no process or file behind. */
  close(): Promise<void>;
}

const VIEWPORT = { width: 1280, height: 800 };
/** The most bytes of a screenshot; a larger one is taken again with lower quality. */
export const MAX_BYTES = 1_500_000;
const QUALITIES = [70, 45, 20];
const MAX_HTML = 20_000;
/** Longest wait for images after the page has settled. */
const IMAGES_MS = 3_000;
const POLL_MS = 100;

/** Opens the service. It starts no browser before the first screenshot. */
export function openScreenshots(options: ScreenshotOptions): Screenshots {
  const { logger, timeoutMs = 20_000, idleMs = 30_000, chromePath, userAgent, patience, format = 'webp' } = options;
  const guard = makeGuard(options.allowHosts);
  const dialer = makeDialer({ guard, ...(options.dns === undefined ? {} : { dns: options.dns }) });
  const pool = new BrowserPool({
    dialer,
    guard,
    logger,
    tabs: 1,
    idleMs,
    ...(chromePath === undefined ? {} : { chromePath }),
  });

  async function shoot(
    tab: Tab,
    articleLink: string,
    clientLink: string,
    matching: Matching,
    signal: AbortSignal,
  ): Promise<Screenshot> {
    let screenshot: Screenshot | null = null;
    const visits = await renderPage(tab, {
      articleLink,
      clientLinks: [clientLink],
      signal,
      timeoutMs,
      now: () => new Date(),
      product: PRODUCT,
      viewport: VIEWPORT,
      images: true,
      onShown: async (page) => {
        screenshot = await screenshotOf(page, clientLink, matching, format);
      },
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(patience === undefined ? {} : { patience }),
    });
    return screenshot ?? missed(visits.get(clientLink)?.error?.message ?? 'the page did not load');
  }

  /** Waits until the host may be visited, at most until the time limit, and records the visit. */
  async function waitForTurn(host: string, signal: AbortSignal): Promise<void> {
    const wait = Math.min(options.rateLimiter?.waitMs(host, true) ?? 0, timeoutMs);
    if (wait > 0) await pause(wait, undefined, { signal });
    options.rateLimiter?.started(host);
  }

  return {
    async take(articleLink, clientLink, signal, matching = 'exact') {
      const url = URL.parse(articleLink);
      // Without the guard the browser would open file: and chrome: addresses.
      const refusal = url === null ? 'the address is not valid' : guard.url(url);
      if (refusal !== null) return missed(refusal);
      try {
        const absent = await pool.missing();
        if (absent !== null) return missed(absent);
        await waitForTurn(url?.host ?? '', signal);
        return await pool.use(articleLink, (tab) => shoot(tab, articleLink, clientLink, matching, signal));
      } catch (error) {
        if (error instanceof BrowserUnavailableError) return missed(error.message);
        if (!signal.aborted) logger.warn({ err: error, articleLink }, 'could not take a screenshot of a page');
        return missed('the browser failed on this page');
      }
    },
    browserUse: () => pool.inUse(),
    close: () => pool.close(),
  };
}

function missed(reason: string): Screenshot {
  return { kind: 'missed', reason };
}

/** Outlines the link, waits for images and takes the screenshot. */
async function screenshotOf(
  page: ShownPage,
  clientLink: string,
  matching: Matching,
  format: 'webp' | 'png',
): Promise<Screenshot> {
  const found = page.found.get(clientLink) ?? NO_MATCHES;
  const hrefs = countedLinks(found, clientLink, matching).map(({ href }) => href);
  await page.evaluate(`var highlighter = (${installHighlighter})()`);
  const highlighted = await page.evaluate(`highlighter.highlight(${JSON.stringify(hrefs)}, ${MAX_HTML})`);
  const { html } = isHighlightResult(highlighted) ? highlighted : { html: null };
  for (let waited = 0; waited < IMAGES_MS; waited += POLL_MS) {
    if ((await page.evaluate('highlighter.imagesLoaded()')) !== false) break;
    await pause(POLL_MS);
  }
  // Outlines the link again: images move the text while they load, and a page may have rendered again.
  if (hrefs.length > 0) await page.evaluate(`highlighter.highlight(${JSON.stringify(hrefs)}, 0)`);
  const outlined = (await page.evaluate('highlighter.isHighlighted()')) === true;
  for (const quality of QUALITIES) {
    const webp = Buffer.from(await page.screenshot(quality, format), 'base64');
    if (webp.byteLength <= MAX_BYTES || format === 'png')
      return { kind: 'taken', webp, ...VIEWPORT, outlined, html: html || null };
  }
  throw new VisitFailure('too-large', 'the screenshot is too large');
}

/** Checks the shape: the value comes from a process that runs untrusted code. */
function isHighlightResult(value: unknown): value is HighlightResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'html' in value &&
    (value.html === null || typeof value.html === 'string')
  );
}
