/**
 * Pictures of pages: a visit in a browser tab of its own, through the same guard and proxy as every other, with images
 * and with the matched link outlined. One at a time and apart from the checks' tabs, so that no check ever waits for a
 * picture; the browser is ended when nobody wants one for a while.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Screenshot } from '../../command-service/check-contract.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { CheckerOptions } from '../check.ts';
import { makeDialer } from '../network/dialer.ts';
import { makeGuard } from '../network/ssrf-guard.ts';
import { PRODUCT } from '../network/user-agent.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';
import { VisitFailure } from '../visit/visit-errors.ts';
import { BrowserUnavailableError, makeBrowserPool, type Tab } from './browser-pool.ts';
import { type HighlightResult, installHighlighter } from './in-page-highlighter.ts';
import { renderPage, type ShownPage } from './page-renderer.ts';

export interface ScreenshotOptions extends Pick<CheckerOptions, 'allowHosts' | 'dns' | 'chromePath' | 'userAgent'> {
  readonly logger: Logger;
  /** For one picture. Default 20,000. */
  readonly timeoutMs?: number;
  /** The browser is ended after so long without a picture. Default 30,000. */
  readonly idleMs?: number;
  readonly patience?: CheckerOptions['patience'];
  /** The checks' own, so that pictures and checks together visit a host no more often than checks alone would. */
  readonly rateLimiter?: Pick<HostRateLimiter, 'waitMs' | 'started'>;
}

export interface Screenshots {
  /** Takes a picture of a page with a link outlined in it, if it stands there. Never rejects. */
  take(articleLink: string, clientLink: string, signal: AbortSignal): Promise<Screenshot>;
  /** Leaves no process or file behind. */
  close(): Promise<void>;
}

export const VIEWPORT = { width: 1280, height: 800 };
/** The largest picture that is kept, in bytes: one that is larger is taken again with less care. */
export const MAX_BYTES = 1_500_000;
const QUALITIES = [70, 45, 20];
const MAX_HTML = 20_000;
/** How long images may take once the page itself is there. */
const IMAGES_MS = 3_000;
const POLL_MS = 100;

/** Opens a camera. Nothing is started before the first picture. */
export function openScreenshots(options: ScreenshotOptions): Screenshots {
  const { logger, timeoutMs = 20_000, idleMs = 30_000, chromePath, userAgent, patience } = options;
  const guard = makeGuard(options.allowHosts);
  const dialer = makeDialer({ guard, ...(options.dns === undefined ? {} : { dns: options.dns }) });
  const pool = makeBrowserPool({
    dialer,
    guard,
    logger,
    tabs: 1,
    idleMs,
    ...(chromePath === undefined ? {} : { chromePath }),
  });

  async function shoot(tab: Tab, articleLink: string, clientLink: string, signal: AbortSignal): Promise<Screenshot> {
    let picture: Screenshot | null = null;
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
        picture = await pictureOf(page, clientLink);
      },
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(patience === undefined ? {} : { patience }),
    });
    return picture ?? missed(visits.get(clientLink)?.error?.message ?? 'the page did not come to be shown');
  }

  /** Waits until the host may be visited, within reason, and says that it is. */
  async function turn(host: string, signal: AbortSignal): Promise<void> {
    const wait = Math.min(options.rateLimiter?.waitMs(host, true) ?? 0, timeoutMs);
    if (wait > 0) await pause(wait, undefined, { signal });
    options.rateLimiter?.started(host);
  }

  return {
    async take(articleLink, clientLink, signal) {
      const url = URL.parse(articleLink);
      // The browser would open file: and chrome: addresses too, if it were told to.
      const refusal = url === null ? 'the address cannot be read' : guard.url(url);
      if (refusal !== null) return missed(refusal);
      try {
        const absent = await pool.missing();
        if (absent !== null) return missed(absent);
        await turn(url?.host ?? '', signal);
        return await pool.use((tab) => shoot(tab, articleLink, clientLink, signal));
      } catch (error) {
        if (error instanceof BrowserUnavailableError) return missed(error.message);
        if (!signal.aborted) logger.warn({ err: error, articleLink }, 'no picture could be taken of a page');
        return missed('the browser failed on this page');
      }
    },
    close: () => pool.close(),
  };
}

function missed(reason: string): Screenshot {
  return { kind: 'missed', reason };
}

/** Outlines the link, waits a little for images, and takes the picture. */
async function pictureOf(page: ShownPage, clientLink: string): Promise<Screenshot> {
  const hrefs = page.found.get(clientLink)?.matches.map(({ href }) => href) ?? [];
  await page.evaluate(`var pointer = (${installHighlighter})()`);
  const pointed = await page.evaluate(`pointer.point(${JSON.stringify(hrefs)}, ${MAX_HTML})`);
  const { html } = isPointed(pointed) ? pointed : { html: null };
  for (let waited = 0; waited < IMAGES_MS; waited += POLL_MS) {
    if ((await page.evaluate('pointer.imagesAreIn()')) !== false) break;
    await pause(POLL_MS);
  }
  // Images push the text about as they come, and a page may have drawn itself anew.
  if (hrefs.length > 0) await page.evaluate(`pointer.point(${JSON.stringify(hrefs)}, 0)`);
  const outlined = (await page.evaluate('pointer.holds()')) === true;
  for (const quality of QUALITIES) {
    const webp = Buffer.from(await page.screenshot(quality), 'base64');
    if (webp.byteLength <= MAX_BYTES) return { kind: 'taken', webp, ...VIEWPORT, outlined, html: html || null };
  }
  throw new VisitFailure('too-large', 'the picture would be too large to keep');
}

/** The isolated world is ours, but what comes back has crossed a process that runs strangers' code. */
function isPointed(value: unknown): value is HighlightResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'html' in value &&
    (value.html === null || typeof value.html === 'string')
  );
}
