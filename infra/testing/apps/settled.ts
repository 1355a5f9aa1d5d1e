/** Waiting for the end of what a test caused, on the whole system. */
import { REACTORS } from '../../../command-service/reactors/reactor-names.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import type { LinkledgerEngine } from '../../roles/role.ts';
import { waitUntil } from '../wait-until.ts';

/** A reactor appends, another one reacts to that, and the views see both. */
const ROUNDS = 3;

/**
 * Resolves once every view and every reactor has seen what was appended before, and what followed from it. Others may go
 * on appending. Visits that are under way, and work that waits for its time, are not waited for.
 */
export async function settled(engine: LinkledgerEngine): Promise<void> {
  const reactors = REACTORS.filter((name) => name !== 'link-status' || engine.linkStatus !== null);
  const reached = () =>
    Promise.all([
      ...allViews.map((view) => engine.views.position(view)),
      ...reactors.map(async (name) => (await engine.checkpoints.get(name)) ?? -1),
    ]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const head = await engine.log.head();
    await waitUntil(async () => (await reached()).every((position) => position >= head));
  }
}
