import { tmpdir } from 'node:os';
import test from 'ava';
import type { Screenshot } from '../../command-service/contract/check-contract.ts';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import { BrowserPool } from '../browser/browser-pool.ts';
import { article, html, recordingLog, type Site, startSite, type TestPage } from '../testing/test-site.ts';
import { MAX_BYTES, openScreenshots, type Screenshots } from './screenshots.ts';

const CLIENT = 'https://client.example/shop';
const LINK = `<p id="promise">Our friends have <a href="${CLIENT}?utm_source=x">the shop</a> for it.</p>`;
const TALL = '<div style="height:5000px">far</div>';
const patience = { dwellMs: 500, quietMs: 300, settleMs: 3_000, hungMs: 2_000 };

const pages: Record<string, TestPage> = {};
let site: Site;
let screenshots: Screenshots;
test.before(async () => {
  site = await startSite(pages);
  screenshots = openScreenshots({ logger: recordingLog(), allowHosts: [site.host], timeoutMs: 12_000, patience });
});
test.after.always(async () => {
  await screenshots?.close();
  await site?.close();
});

const take = (path: string, page: TestPage, signal = new AbortController().signal) => {
  pages[path] = page;
  return screenshots.take(site.url(path), CLIENT, signal);
};
type Taken = Extract<Screenshot, { kind: 'taken' }>;
function taken(screenshot: Screenshot): Taken {
  if (screenshot.kind === 'missed') throw new Error(screenshot.reason);
  return screenshot;
}

/** Decodes a WebP in a browser: its size, and the number and vertical range of pixels in the outline's color. */
async function inspect(webp: Uint8Array) {
  const guard = makeGuard();
  const pool = new BrowserPool({ guard, dialer: makeDialer({ guard }), logger: recordingLog() });
  try {
    return await pool.use('about:blank', async ({ cdp }) => {
      void cdp.send('Runtime.runIfWaitingForDebugger');
      const expression = `(async () => {
        const bytes = Uint8Array.from(atob('${Buffer.from(webp).toString('base64')}'), (c) => c.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        let count = 0, top = Infinity, bottom = -1;
        for (let at = 0; at < data.length; at += 4) {
          if (Math.abs(data[at] - 214) + Math.abs(data[at + 1] - 36) + Math.abs(data[at + 2] - 159) > 60) continue;
          const y = Math.floor(at / 4 / image.width);
          count++; top = Math.min(top, y); bottom = Math.max(bottom, y);
        }
        return { width: image.width, height: image.height, count, top, bottom };
      })()`;
      const { result } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      return result.value as { width: number; height: number; count: number; top: number; bottom: number };
    });
  } finally {
    await pool.close();
  }
}

test.serial(
  'a screenshot is a WebP with the link outlined in the middle, and comes with the markup around the link',
  async (t) => {
    const screenshot = taken(await take('/linked', article(TALL + LINK + TALL)));
    t.true(screenshot.outlined);
    t.is(screenshot.html, LINK);
    t.is(Buffer.from(screenshot.webp.subarray(0, 4)).toString(), 'RIFF');
    t.is(Buffer.from(screenshot.webp.subarray(8, 12)).toString(), 'WEBP');
    const seen = await inspect(screenshot.webp);
    t.like(seen, { width: screenshot.width, height: screenshot.height });
    t.deepEqual([seen.width, seen.height], [1280, 800]);
    t.true(seen.count > 200, `${seen.count} pixels`);
    t.true(seen.top > 300 && seen.bottom < 500, `from ${seen.top} to ${seen.bottom}`);
  },
);

test.serial('a screenshot of a page without the link shows its top and outlines nothing', async (t) => {
  const screenshot = taken(await take('/without', article(TALL)));
  t.like(screenshot, { outlined: false, html: null });
  t.is((await inspect(screenshot.webp)).count, 0);
});

test.serial('images load for a screenshot, through the guard', async (t) => {
  const pixel = 'R0lGODlhAQABAPAAANYknwAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
  pages['/image.gif'] = (_request, response) =>
    html(response, Buffer.from(pixel, 'base64'), { 'content-type': 'image/gif' });
  const other = await startSite({});
  t.teardown(() => other.close());
  const images = `<img src="/image.gif" width="100" height="100"><img src="${other.url('/x.gif')}" width="9" height="9">`;
  const screenshot = taken(await take('/images', `<!doctype html><body>${images}${LINK}`));
  t.true(site.asked.includes('/image.gif'));
  t.is(other.connections(), 0);
  t.true((await inspect(screenshot.webp)).count > 9_000);
});

test.serial('a page that cannot be shown gives a reason within the time limit', async (t) => {
  t.deepEqual(await screenshots.take('file:///etc/passwd', CLIENT, new AbortController().signal), {
    kind: 'missed',
    reason: 'the checker visits http: and https: addresses, not file:',
  });
  const hung = await take('/silent', () => {});
  t.deepEqual(hung, { kind: 'missed', reason: 'the page did not load in time' });
  const stop = new AbortController();
  pages['/held'] = () => stop.abort();
  t.is((await screenshots.take(site.url('/held'), CLIENT, stop.signal)).kind, 'missed');
});

test.serial(
  'a page that hides its link, names elements after built-ins, or fights the style cannot forge an outline',
  async (t) => {
    const hidden = taken(await take('/hidden', article(`<div style="display:none">${LINK}</div>`)));
    t.false(hidden.outlined);
    t.is(hidden.html, LINK);
    const clobbered = `<form name="querySelectorAll"></form><img name="documentElement"><script>
    Element.prototype.scrollIntoView = Document.prototype.querySelectorAll = () => [];
    CSSStyleDeclaration.prototype.setProperty = () => {};</script>`;
    t.true(taken(await take('/clobbered', article(clobbered + LINK))).outlined);
  },
);

test.serial('a noisy screenshot is compressed below the size limit', async (t) => {
  const noise = `<canvas id="c" width="1280" height="800" style="position:fixed;left:0;top:0"></canvas><script>
    const x = c.getContext('2d'); const d = x.createImageData(1280, 800);
    for (let i = 0; i < d.data.length; i++) d.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
    x.putImageData(d, 0, 0)</script>`;
  const { webp } = taken(await take('/noise', article(noise)));
  t.true(webp.byteLength > 200_000 && webp.byteLength <= MAX_BYTES, `${webp.byteLength} bytes`);
});

test.serial('a screenshot waits until its host may be visited, and counts as a visit', async (t) => {
  const asked: string[] = [];
  const rateLimiter = {
    waitMs: (host: string) => asked.push(`wait ${host}`) * 300,
    started: (host: string) => asked.push(`start ${host}`),
  };
  const limited = openScreenshots({ logger: recordingLog(), allowHosts: [site.host], patience, rateLimiter });
  t.teardown(() => limited.close());
  pages['/limited'] = article(LINK);
  const started = performance.now();
  taken(await limited.take(site.url('/limited'), CLIENT, new AbortController().signal));
  t.true(performance.now() - started >= 299);
  t.deepEqual(asked, [`wait ${site.host}`, `start ${site.host}`]);
});

test.serial('without a browser the reason names the path', async (t) => {
  const blind = openScreenshots({ logger: recordingLog(), chromePath: `${tmpdir()}/no-browser` });
  t.teardown(() => blind.close());
  t.like(await blind.take('https://blog.example/', CLIENT, new AbortController().signal), {
    kind: 'missed',
    reason: `there is no browser at ${tmpdir()}/no-browser`,
  });
});
