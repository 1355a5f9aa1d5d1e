/** Carries out commands: read, fold, decide, append. */
import { tracingChannel } from 'node:diagnostics_channel';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../../infra/ports/process/principal.ts';
import { ConflictError } from '../../infra/ports/storage/errors.ts';
import type { EventMetadata, EventShape, EventStore, NewEvent } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Decider } from './decider.ts';

/** The name of the diagnostics channel that reports each attempt to carry out a command. */
export const COMMANDS = 'linkledger.command';

/** A message of the channel. */
export interface CommandTrace {
  readonly command: unknown;
  readonly metadata: EventMetadata;
}

const commands = tracingChannel<CommandTrace>(COMMANDS);

/** Attempts to append to a stream with other writers. Each lost attempt is another writer's success. */
export const MAX_ATTEMPTS = 10;

/** The result of a command. */
export interface CommandResult<State> {
  readonly state: State;
  /** The stream's revision afterwards. */
  readonly revision: number;
  /** The position of the stream's last event: a view at this position shows the effect of the command. */
  readonly position: number;
  /** Whether the command produced events. */
  readonly changed: boolean;
}

/** The end of a stream when it was read. */
export type StreamEnd = Pick<CommandResult<unknown>, 'revision' | 'position'>;

/**
 * Carries out one command. On a conflict it reads and decides again.
 * @param guard receives the state before the decision, and throws to refuse the command (policy, If-Match).
 * @throws DomainError from the decider; what `guard` throws; ConflictError after ten lost races.
 */
export async function handle<State, Command, Event extends LinkledgerEvent>(
  store: EventStore<LinkledgerEvent>,
  decider: Decider<State, Command, Event>,
  command: Command,
  metadata: EventMetadata,
  guard: (state: State, end: StreamEnd) => void | Promise<void> = () => {},
): Promise<CommandResult<State>> {
  const stream = decider.streamOf(command);
  for (let attempt = 1; ; attempt++) {
    const past = await load(store, decider, stream);
    await guard(past.state, past);
    try {
      return await handleLoaded(past, store, decider, command, metadata);
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** A person who changes an entity they have opened. */
export interface Editor {
  readonly principal: Principal;
  /** The metadata of the events of this change. */
  readonly metadata: () => EventMetadata;
  /** Throws if the entity is not at the revision that the person has seen. */
  readonly assertUnchanged: (end: StreamEnd) => void;
}

/** An editor of what has the revision 0 before its first event. */
export function fromZero({ assertUnchanged, ...editor }: Editor): Editor {
  return { ...editor, assertUnchanged: (end) => assertUnchanged({ ...end, revision: end.revision + 1 }) };
}

/**
 * Carries out a person's command on the revision they have seen.
 * @param authorizeOn throws if the person may not act on this state.
 * @param guard throws if the command is wrong for this state; called last.
 * @throws what `handle` and the editor's `assertUnchanged` throw.
 */
export function handleAs<State, Command, Event extends LinkledgerEvent>(
  store: EventStore<LinkledgerEvent>,
  decider: Decider<State, Command, Event>,
  command: Command,
  { metadata, assertUnchanged }: Editor,
  authorizeOn: (state: State) => unknown,
  guard: (state: State) => void | Promise<void> = () => {},
): Promise<CommandResult<State>> {
  return handle(store, decider, command, metadata(), async (state, end) => {
    await authorizeOn(state);
    assertUnchanged(end);
    await guard(state);
  });
}

/** The state of a stream, with its revision and position. */
export type Loaded<State> = Omit<CommandResult<State>, 'changed'>;

/**
 * Carries out one command on a loaded state: for callers that have read the stream themselves, or send many commands to a
 * stream that only they write.
 * @throws DomainError from the decider; ConflictError if another writer appended to the stream.
 */
export function handleLoaded<State, Command, Event extends LinkledgerEvent>(
  past: Loaded<State>,
  store: EventStore<LinkledgerEvent>,
  decider: Decider<State, Command, Event>,
  command: Command,
  metadata: EventMetadata,
): Promise<CommandResult<State>> {
  return commands.tracePromise(() => decideAndAppend(past, store, decider, command, metadata), { command, metadata });
}

async function decideAndAppend<State, Command, Event extends LinkledgerEvent>(
  past: Loaded<State>,
  store: EventStore<LinkledgerEvent>,
  decider: Decider<State, Command, Event>,
  command: Command,
  metadata: EventMetadata,
): Promise<CommandResult<State>> {
  const events = decider.decide(past.state, command);
  if (events.length === 0) return { ...past, changed: false };
  const appended = await store.append(decider.streamOf(command), past.revision, named(events), metadata);
  return { state: events.reduce(decider.evolve, past.state), ...appended, changed: true };
}

function named(events: readonly LinkledgerEvent[]): readonly NewEvent<LinkledgerEvent>[] {
  return events.map((event) => ({ ...event, id: uuidv7() }));
}

/**
 * Loads the state of one stream; of a long one it reads only the newest events if they determine the state.
 * @throws Error if the stream has an event of another aggregate: the log is broken.
 */
export async function load<State, Command, Event extends EventShape>(
  store: EventStore<LinkledgerEvent>,
  decider: Decider<State, Command, Event>,
  stream: string,
): Promise<Loaded<State>> {
  const { tail } = decider;
  if (tail !== undefined) {
    const newest = await store.read(stream, { last: tail.length });
    const events = ownEvents(decider, stream, newest.events);
    const isWhole = newest.revision < tail.length;
    if (isWhole || tail.determinesState(events)) return folded(decider, events, newest);
  }
  const whole = await store.read(stream);
  return folded(decider, ownEvents(decider, stream, whole.events), whole);
}

function ownEvents<State, Command, Event extends EventShape>(
  { isEvent }: Decider<State, Command, Event>,
  stream: string,
  events: readonly EventShape[],
): readonly Event[] {
  return events.map((event) => {
    if (!isEvent(event)) throw new Error(`${stream} has the event ${event.type}, which does not belong to this stream`);
    return event;
  });
}

function folded<State, Command, Event extends EventShape>(
  { evolve, initialState }: Decider<State, Command, Event>,
  own: readonly Event[],
  { events, revision }: Awaited<ReturnType<EventStore<LinkledgerEvent>['read']>>,
): Loaded<State> {
  return { state: own.reduce(evolve, initialState), revision, position: events.at(-1)?.position ?? 0 };
}
