/** The table of links, loaded when needed: the largest part of the console, which cards do without. */
import { lazy } from 'react';
import { lazyModule } from '../../platform/loading/lazy-module.ts';

const load = lazyModule(async () => ({ default: (await import('./LinksTable.tsx')).LinksTable }));

export const LazyLinksTable = lazy(load);

/** Loads the table while its rows are loading. A failure is reported, and retried, where the table is shown. */
export async function preloadTable(): Promise<void> {
  await load().catch(() => undefined);
}
