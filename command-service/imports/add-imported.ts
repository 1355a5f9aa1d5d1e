/** Adds the link of a row, with what was agreed about it and what it costs. Repeated, it writes nothing twice. */
import { ConflictError } from '../../infra/ports/storage/errors.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Decider } from '../core/decider.ts';
import { handleLoaded, type Loaded, load } from '../core/handle.ts';
import type { AddLink } from '../model/link/commands.ts';
import { link } from '../model/link/decider.ts';
import { money as moneyDecider } from '../model/money/decider.ts';
import type { Money } from '../model/money/events.ts';
import { terms } from '../model/terms/decider.ts';
import type { AgreedTerms } from '../model/terms/events.ts';

type Store = EventStore<LinkledgerEvent>;

/** A link to add; null: without terms, or without money. */
export interface ImportedLink {
  readonly command: AddLink;
  readonly agreed: AgreedTerms | null;
  readonly money: Money | null;
}

/** Adds the link; returns the position of the last event. */
export async function addImported(
  store: Store,
  { command, agreed, money }: ImportedLink,
  metadata: EventMetadata,
): Promise<number> {
  const { linkId } = command;
  const added = await begin(store, link, command, metadata);
  // Somebody deleted the link before the import was repeated.
  if (added.state.status !== 'active') return added.position;
  const written = await Promise.all([
    agreed && begin(store, terms, { type: 'SetTerms', linkId, ...agreed }, metadata),
    money && begin(store, moneyDecider, { type: 'SetMoney', linkId, money }, metadata),
  ]);
  return Math.max(added.position, ...written.map((each) => each?.position ?? 0));
}

/** Begins a stream. What a repeated import began before stays as it is: somebody may have changed it since. */
async function begin<State, Command, Event extends LinkledgerEvent>(
  store: Store,
  decider: Decider<State, Command, Event>,
  command: Command,
  metadata: EventMetadata,
): Promise<Loaded<State>> {
  const { initialState: state } = decider;
  try {
    return await handleLoaded({ state, revision: -1, position: 0 }, store, decider, command, metadata);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return load(store, decider, decider.streamOf(command));
  }
}
