/** The sample data, which this browser shows in place of the person's own: the server reads a cookie. */
import { SAMPLE_COOKIE } from '../../../query-service/contract/sample-data.ts';

const hasCookie = () => document.cookie.split('; ').includes(`${SAMPLE_COOKIE}=1`);
const isShown = typeof document !== 'undefined' && hasCookie();

/** A tab that another tab has changed to or from the sample data is read anew once somebody looks at it. */
export function followSample(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && hasCookie() !== isShown) window.location.reload();
  });
}

/** Whether the page shows the sample data: nothing can be changed then. */
export function isSample(): boolean {
  return isShown;
}

/** Opens a page with the sample data. It ends with the browser at the latest. */
export function showSample(): void {
  document.cookie = `${SAMPLE_COOKIE}=1; Path=/; SameSite=Lax`;
  window.location.assign('/');
}

/** Opens a page with the person's own data. */
export function leaveSample(to = '/'): void {
  document.cookie = `${SAMPLE_COOKIE}=; Path=/; SameSite=Lax; Max-Age=0`;
  window.location.assign(to);
}
