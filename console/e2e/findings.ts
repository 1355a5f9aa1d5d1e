/** What axe says of a page, wide and narrow, light and dark. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { settled } from './settled.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A theme changes no place and a width no colour, so two looks see what four would. */
const DRESSES = [
  { width: 1280, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const;

/** Dialogs, sheets and menus. */
const ABOVE = '.MuiModal-root:not(.MuiModal-hidden)';

/** Axe finds nothing on what stands on the screen, and nothing is wider than the screen. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const worn = await page.evaluate(() => document.documentElement.getAttribute('data-theme'));
  const wear = (theme: string) =>
    page.evaluate((mode) => document.documentElement.setAttribute('data-theme', mode), theme);
  for (const { width, theme } of DRESSES) {
    const look = `${name}, ${theme}, ${width} pixels`;
    await page.setViewportSize({ width, height: before?.height ?? 800 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
    await wear(theme);
    await page.evaluate(settled);
    expect.soft(await findings(page), look).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), look).toBe(true);
  }
  if (worn !== null) await wear(worn);
  if (before !== null) await page.setViewportSize(before);
}

/** What axe finds, short enough to read in a failure. */
async function findings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // What a dialog or menu covers is looked at where nothing covers it.
  const isCovered = (await page.locator(ABOVE).count()) > 0;
  return page.evaluate(
    async ({ within, tags }) => {
      const run: typeof axe.run = Reflect.get(window, 'axe').run;
      // What is in order is not told: to name each of its elements takes axe longer than to look at them.
      const { violations } = await run(within, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')} — ${failureSummary}`),
      );
    },
    { within: isCovered ? ABOVE : 'html', tags: TAGS },
  );
}
