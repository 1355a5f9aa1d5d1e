/**
 * Shows what a visitor sees who points at parts of the page, focuses or jumps to them: menus and tabs that open by styles
 * alone. The browser gives the elements these pseudo-classes, so that its own cascade decides.
 */
import type { CDPSession } from 'puppeteer';
import type { PageWorld } from './page-world.ts';

/** A menu in a menu opens after the first. */
const MAX_ROUNDS = 3;

/** Has the reader note the hidden links that show up when a visitor uses the page; afterwards it is as before. */
export async function tryVisitorStates(cdp: CDPSession, world: PageWorld): Promise<void> {
  await world.unlessHung(Promise.all([cdp.send('DOM.enable'), cdp.send('CSS.enable')]));
  try {
    await world.unlessHung(cdp.send('DOM.getDocument', { depth: 0 }));
    let forced = -1;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const states = await world.evaluate('pointed = reader.pointed(), pointed.map(({ states }) => states)');
      if (!isStates(states) || states.length === forced) return;
      forced = states.length;
      await Promise.all(states.map((own, n) => force(cdp, world, `pointed[${n}].element`, own)));
      await world.evaluate('reader.noteRevealed()');
    }
  } finally {
    await world.unlessHung(Promise.allSettled([cdp.send('CSS.disable'), cdp.send('DOM.disable')]));
  }
}

/** Gives one element the pseudo-classes; an element that is gone gets none. */
async function force(cdp: CDPSession, world: PageWorld, element: string, states: readonly string[]): Promise<void> {
  const objectId = await world.handleOf(element);
  if (objectId === null) return;
  const { nodeId } = await world.unlessHung(cdp.send('DOM.requestNode', { objectId }));
  if (nodeId === 0) return;
  await world.unlessHung(cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...states] }));
}

/** Checks the shape: the value comes from a process that runs untrusted code. */
function isStates(value: unknown): value is readonly (readonly string[])[] {
  return Array.isArray(value) && value.every((each) => Array.isArray(each));
}
