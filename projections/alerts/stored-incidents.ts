/** Where the rounds keep the incidents of the last days (infra/docs/product.md, "Incidents"). */
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { Audience } from '../views/links/alerts.ts';
import type { Incident } from './rules/incidents.ts';

/** The kind of their entries: by id, with the audience as the owner. */
export const INCIDENTS = 'incident';

/** The incidents of these audiences, the newest first. */
export async function storedIncidents(
  state: Pick<DurableStore, 'listOf'>,
  audiences: readonly Audience[],
): Promise<readonly Incident[]> {
  const lists = await Promise.all(audiences.map((audience) => state.listOf<Incident>(INCIDENTS, audience)));
  const found = lists.flat().map(({ value }) => value);
  return found.toSorted((one, other) => other.from - one.from);
}
