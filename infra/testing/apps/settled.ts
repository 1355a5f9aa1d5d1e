/** Waiting for the end of what a test caused, on the whole system. */
import { REACTORS } from '../../../command-service/reactors/reactor-names.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import type { LinkledgerEngine } from '../../main/parts/role.ts';
import { waitUntil } from '../wait-until.ts';

/** A reactor appends, another one reacts to that, and the views see both. */
const ROUNDS = 3;

/**
 * Resolves once every view and every reactor has seen what was appended before, and what followed from it. Others may go
 * on appending. Visits that are under way, and work that waits for its time, are not waited for.
 * @throws Error with the names of those that stay behind.
 */
export async function settled(engine: LinkledgerEngine): Promise<void> {
  const reactors = REACTORS.filter((name) => name !== 'link-status' || engine.linkStatus !== null);
  const reached = () =>
    Promise.all([
      ...allViews.map(async (view) => ({ name: view.name, position: await engine.views.position(view) })),
      ...reactors.map(async (name) => ({ name, position: (await engine.checkpoints.get(name)) ?? 0 })),
    ]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const head = await engine.log.head();
    let behind: string[] = [];
    await waitUntil(async () => {
      const late = (await reached()).filter(({ position }) => position < head);
      behind = late.map(({ name, position }) => `${name} at ${position}`);
      return late.length === 0;
    }).catch((cause: unknown) => {
      throw new Error(`Behind the log, which is at ${head}: ${behind.join(', ')}.`, { cause });
    });
  }
}
