/** Compares what people were answered with the log: nothing acknowledged is lost, nothing is there twice. */
import type { Recorded } from '../../../projections/view.ts';
import type { Person } from './person.ts';

/** Sentences about every difference. */
export function differences(events: readonly Recorded[], people: readonly Person[]): readonly string[] {
  return [...duplicates(events), ...people.flatMap((person) => differencesOf(person, events))];
}

/** What an operation writes into the log, and only it. */
function tokenOf(event: Recorded): string | null {
  if (event.type === 'LinkAdded') return event.data.articleLink;
  if (event.type === 'LinkEdited') return event.data.changes.remarks?.to ?? null;
  return event.type === 'VerdictCorrected' ? event.data.note : null;
}

function duplicates(events: readonly Recorded[]): readonly string[] {
  const seen = new Map<string, number>();
  for (const event of events) {
    const checkId = event.type === 'LinkChecked' ? event.data.checkId : null;
    for (const key of [event.id, tokenOf(event), checkId && `check ${checkId}`])
      if (key !== null) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return [...seen].flatMap(([key, count]) => (count > 1 ? [`${key} is in the log ${count} times`] : []));
}

function differencesOf({ operations, links, shares }: Person, events: readonly Recorded[]): readonly string[] {
  const written = new Set(events.flatMap((event) => tokenOf(event) ?? []));
  const lostOrSaved = operations.all.flatMap(({ what, tokens, outcome }) => {
    if (outcome === 'done')
      return tokens
        .filter((token) => !written.has(token))
        .map((token) => `${what} was acknowledged and lost: ${token}`);
    if (outcome === 'refused')
      return tokens.filter((token) => written.has(token)).map((token) => `${what} was refused and saved: ${token}`);
    return [];
  });
  const places = placesIn(events);
  const moved = links.flatMap(({ id, place }) =>
    place === 'unknown' || places.get(id) === place ? [] : [`link ${id} is ${places.get(id)}, not ${place}`],
  );
  const created = new Set(events.flatMap((event) => (event.type === 'ShareCreated' ? [event.data.shareId] : [])));
  const unshared = [...shares].flatMap((id) => (created.has(id) ? [] : [`share ${id} was acknowledged and lost`]));
  return [...lostOrSaved, ...moved, ...unshared];
}

function placesIn(events: readonly Recorded[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { type, data } of events) {
    if (type === 'LinkAdded' || type === 'LinkRestored') places.set(data.linkId, 'active');
    if (type === 'LinkTrashed') places.set(data.linkId, 'trash');
    if (type === 'LinkPurged') places.set(data.linkId, 'purged');
  }
  return places;
}

/** Links whose newest check is not done: a newer request replaces an older one. */
export function openChecks(events: readonly Recorded[]): readonly string[] {
  const open = new Map<string, string>();
  for (const { type, data } of events) {
    if (type === 'CheckRequested') open.set(data.linkId, data.checkId);
    if (type === 'LinkChecked' && open.get(data.linkId) === data.checkId) open.delete(data.linkId);
  }
  return [...open.keys()];
}
