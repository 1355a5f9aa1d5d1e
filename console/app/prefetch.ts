/** Loads the code of dialogs and pages while the browser is idle: they open at once, also without a connection. */

import { preloadTable } from '../links/table/lazy-table.ts';
import { whenIdle } from '../platform/timing/idle.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';

/** The longest wait for an idle browser: on a slow processor the rows come first. */
export const LONGEST_MS = 30_000;

/**
 * A chunk has all parts of one kind (build/code-splitting.ts), so one part of each kind loads the others too. What few
 * people open on a day, such as the settings, loads when it is opened.
 */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./palette/CommandPalette.tsx'),
  () => import('../links/edit/AddLinkDialog.tsx'),
  () => import('../links/details/LinkDetails.tsx'),
  () => import('../ui/forms/DiscardQuestion.tsx'),
  () => import('../teams/members/InviteMembers.tsx'),
  // A phone shows cards.
  async () => (window.matchMedia(SMALL_SCREEN).matches ? undefined : preloadTable()),
];

/**
 * Starts when the browser is idle, one part after the other; on a phone, after the first touch. Does nothing for people
 * who save data. Returns a function that stops it.
 */
export function prefetchParts(): () => void {
  if (window.matchMedia('(prefers-reduced-data: reduce)').matches) return () => undefined;
  let stop: () => void = () => undefined;
  const loadFrom = (index: number) => {
    const load = PARTS[index];
    if (load === undefined) return;
    stop = whenIdle(() => {
      let stopped = false;
      stop = () => {
        stopped = true;
      };
      // A failure is reported when the part is opened.
      void load()
        .catch(() => undefined)
        .then(() => stopped || loadFrom(index + 1));
    }, LONGEST_MS);
  };
  const begin = () => loadFrom(0);
  const small = window.matchMedia(SMALL_SCREEN).matches;
  if (small) window.addEventListener('pointerdown', begin, { once: true });
  else begin();
  return () => {
    window.removeEventListener('pointerdown', begin);
    stop();
  };
}
