/** Looks at a page in every dress: both themes, wide and narrow. */
import { expect, type Page } from '@playwright/test';
import { findings, THEMES } from './axe.ts';

const WIDTHS = [1280, 360];

/** Axe finds nothing on what stands on the screen, and nothing is wider than the screen. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const worn = await page.evaluate(() => document.documentElement.getAttribute('data-theme'));
  const wear = (theme: string) =>
    page.evaluate((mode) => document.documentElement.setAttribute('data-theme', mode), theme);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of THEMES) {
      const look = `${name}, ${theme}, ${width} pixels`;
      await wear(theme);
      // What is moving or fading has colours and places of its own.
      await page.evaluate(async () => {
        const moving = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
        await Promise.allSettled(moving.map(({ finished }) => finished));
      });
      expect.soft(await findings(page, theme), look).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), look).toBe(true);
    }
  }
  if (worn !== null) await wear(worn);
  if (before !== null) await page.setViewportSize(before);
}
