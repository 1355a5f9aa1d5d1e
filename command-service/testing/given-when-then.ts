/**
 * Given / when / then for decider tests. Tests look at events, never at state. The last step is called `yields`,
 * because JavaScript would treat an object with a `then` as a promise.
 */
import type { ExecutionContext } from 'ava';
import type { EventShape } from '../../infra/ports/storage/event-store.ts';
import type { Decider } from '../core/decider.ts';
import { DomainError } from '../core/errors.ts';

/** Asserts that the command, after the given events, yields the expected events or is refused with the expected code. */
export function givenWhenThen<State, Command, Event extends EventShape>(decider: Decider<State, Command, Event>) {
  return (t: ExecutionContext) => ({
    given: (...past: readonly Event[]) => ({
      when(command: Command) {
        const decide = () => decider.decide(past.reduce(decider.evolve, decider.initialState), command);
        return {
          yields: (...expected: readonly Event[]) => void t.deepEqual(decide(), expected),
          refused: (code: string) => void t.is(t.throws(decide, { instanceOf: DomainError })?.code, code),
        };
      },
    }),
  });
}

/** Runs commands in sequence, where a refusal counts as no events; returns the events of each. */
export function play<State, Command, Event extends EventShape>(
  decider: Decider<State, Command, Event>,
  commands: readonly Command[],
): readonly (readonly Event[])[] {
  let state = decider.initialState;
  return commands.map((command) => {
    const events = attempt(decider, state, command);
    state = events.reduce(decider.evolve, state);
    return events;
  });
}

function attempt<State, Command, Event extends EventShape>(
  decider: Decider<State, Command, Event>,
  state: State,
  command: Command,
): readonly Event[] {
  try {
    return decider.decide(state, command);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}
