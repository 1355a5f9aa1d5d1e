/** What axe says of a page, in both themes. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A theme changes colours and nothing else, so the rules that look at no colour are asked in one of them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Before the first page: the theme, and no movement, since colours in the middle of a transition are nobody's. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((mode) => localStorage.setItem('theme', mode), theme);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
}

/** What axe finds, short enough to read in a failure. */
export async function findings(page: Page, theme: Theme): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (theme === 'light' ? axe.withTags(TAGS) : axe.withRules(COLOUR_RULES)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')} — ${failureSummary}`),
  );
}
