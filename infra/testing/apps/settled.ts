/** Waiting for the end of what a test caused, on the whole system. */
import { REACTORS } from '../../../command-service/reactors/reactor-names.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import type { LinkledgerEngine } from '../../roles/role.ts';
import { waitUntil } from '../wait-until.ts';

/**
 * Resolves once every view and every reactor has seen all that was appended, and appended nothing meanwhile. Visits that
 * are under way, and work that waits for its time, are not waited for.
 */
export async function settled(engine: LinkledgerEngine): Promise<void> {
  const reactors = REACTORS.filter((name) => name !== 'link-status' || engine.linkStatus !== null);
  await waitUntil(async () => {
    const head = await engine.log.head();
    const reached = await Promise.all([
      ...allViews.map((view) => engine.views.position(view)),
      ...reactors.map(async (name) => (await engine.checkpoints.get(name)) ?? -1),
    ]);
    return reached.every((position) => position >= head) && (await engine.log.head()) === head;
  });
}
