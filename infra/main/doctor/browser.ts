/** Whether the browser starts. */
import { launchChromium } from '../../../checker/browser/chromium-process.ts';
import { findPageBrowsers } from '../../../checker/browser/find-chrome.ts';
import { makeDialer } from '../../network/dialer.ts';
import { makeGuard } from '../../network/ssrf-guard.ts';
import type { Config } from '../config/config.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, warning, error } = findingsOf('browser');

/** Starts each browser that the checker would try, until one works, and ends that browser. */
export async function checkBrowser({ services, checker }: Config): Promise<readonly Finding[]> {
  if (!services.includes('checker') || checker.render === 'never')
    return [note('This process reads pages without a browser.', null)];
  const found = await findPageBrowsers(checker.chromePath);
  const advice =
    checker.chromePath === undefined
      ? 'Install chromium-headless-shell or Chromium.'
      : 'Set CHROME_PATH to a Chrome or Chromium that starts.';
  if (typeof found === 'string')
    return [error(`${found[0]?.toUpperCase()}${found.slice(1)}: links that need one stay “not verifiable”.`, advice)];
  const failed: Finding[] = [];
  for (const chrome of found) {
    const guard = makeGuard([]);
    try {
      const chromium = await launchChromium(chrome, { guard, dialer: makeDialer({ guard }) });
      const version = await chromium.browser.version();
      await chromium.finish();
      const root = process.getuid?.() === 0;
      return [
        ...failed,
        ok(`${version} starts (${chrome.path}).`),
        ...(root
          ? [warning('As root, the browser runs without its sandbox.', 'Run Linkledger as a user of its own.')]
          : []),
      ];
    } catch (cause) {
      const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
      failed.push(warning(`${chrome.path} does not start (${reason}).`, advice));
    }
  }
  return [...failed, error('No browser starts: links that need one stay “not verifiable”.', advice)];
}
