/** What every journey starts from: a running system, and a browser that is signed in as one person a file. */
import path from 'node:path';
import { test as base, type Locator, type Page } from '@playwright/test';
import { type System, startSystem } from './system.ts';

export { expect } from '@playwright/test';
export { addLink } from './system.ts';

interface Options {
  /** Whether the browser is signed in when the journey begins. */
  readonly signedIn: boolean;
}

export const test = base.extend<Options, { system: System }>({
  system: [
    async ({ playwright: _ }, use) => {
      const system = await startSystem();
      await use(system);
      await system.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  signedIn: [true, { option: true }],
  baseURL: ({ system }, use) => use(system.url),
  storageState: async ({ system, signedIn, browser }, use, { file }) => {
    await use(signedIn ? await system.person(browser, personOf(file)) : { cookies: [], origins: [] });
  },
});

/** The person whose journeys a file holds. */
export function personOf(file: string): string {
  return `${path.basename(file, '.spec.ts')}@journeys.example`;
}

/** The rows of the table of links, without its head. */
export function bodyRows(page: Page): Locator {
  return page
    .getByRole('grid', { name: 'Links' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
}

/** The row (or, on small screens, the card) of a link, found by a piece of its addresses. */
export function rowOf(page: Page, piece: string): Locator {
  return page.getByRole('grid', { name: 'Links' }).getByRole('row').filter({ hasText: piece });
}

/** A toast, found by a piece of what it says. */
export function toast(page: Page, piece: string | RegExp): Locator {
  return page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: piece });
}
