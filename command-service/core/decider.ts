/** The type of every aggregate: its stream, its state, the effect of its events and the decision on its commands. */
import type { EventShape } from '../../infra/ports/storage/event-store.ts';

/** The newest events of a stream that determine its state. */
export interface Tail<Event extends EventShape> {
  /** How many events to read first. */
  readonly length: number;
  /** Whether these newest events lead to the same decisions as the whole stream. */
  readonly determinesState: (events: readonly Event[]) => boolean;
}

/** One aggregate. `evolve` and `decide` are pure; `decide` returns no events if the command changes nothing. */
export interface Decider<State, Command, Event extends EventShape> {
  readonly streamOf: (command: Command) => string;
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  /** @throws DomainError if the command is not possible in this state. */
  readonly decide: (state: State, command: Command) => readonly Event[];
  /** Narrows an event to this aggregate's; another event in the stream means that the log is broken. */
  readonly isEvent: (event: EventShape) => event is Event;
  /** For long streams: how to get the state from the newest events alone. */
  readonly tail?: Tail<Event>;
}
