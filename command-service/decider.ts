/** The shape of every aggregate: which stream, which state, what the events mean, what a command leads to. */
import type { EventShape } from '../infra/ports/event-store.ts';

/** One aggregate. `evolve` and `decide` are pure; `decide` answers no events when the command changes nothing. */
export interface Decider<State, Command, Event extends EventShape> {
  readonly streamOf: (command: Command) => string;
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  /** @throws Refusal when the command may not or cannot be carried out. */
  readonly decide: (state: State, command: Command) => readonly Event[];
  /** Narrows an event of the log to this aggregate's; anything else in its stream is a broken log. */
  readonly isEvent: (event: EventShape) => event is Event;
}
