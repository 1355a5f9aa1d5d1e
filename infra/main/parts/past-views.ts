/** The views as of any position: a separate reader builds and caches them; it starts when first needed. */
import { PastStates } from '../../../projections/as-of/past-states.ts';
import type { ReaderToRun, RunningReader, RunReader } from '../../ports/engine.ts';
import { BusyError } from '../../ports/storage/errors.ts';
import { type Past, type PastViews, TooManyLinksError } from '../../ports/storage/past-views.ts';
import type { FindQuery, FindResult, ViewDoc } from '../../ports/storage/read-store.ts';

/** A question, with a number that its answer repeats. */
type Question = { readonly number: number; readonly view: string; readonly past: Past } & (
  | { readonly query: FindQuery }
  | { readonly ids: readonly string[] }
);

type FindAnswer =
  | { readonly number: number; readonly found: FindResult<ViewDoc> }
  | { readonly number: number; readonly failure: Failure };

/** An error, which would lose its class in the message. */
type Failure =
  | { readonly kind: 'too many'; readonly most: number }
  | { readonly kind: 'busy'; readonly message: string }
  | { readonly kind: 'other'; readonly error: unknown };

/** The part that the engine may run in a worker. */
export const read: RunReader = ({ views, logger }, post) => {
  const states = new PastStates({ reads: views, logger });
  const answer = async (question: Question): Promise<FindAnswer> => {
    const { number, view, past } = question;
    try {
      if ('query' in question) return { number, found: await states.find(view, question.query, past) };
      const rows = [...(await states.getMany(view, question.ids, past))];
      return { number, found: { rows, total: rows.length } };
    } catch (error) {
      return { number, failure: failureOf(error) };
    }
  };
  return (message) => void answer(message as Question).then(post);
};

function failureOf(error: unknown): Failure {
  if (error instanceof TooManyLinksError) return { kind: 'too many', most: error.most };
  return error instanceof BusyError ? { kind: 'busy', message: error.message } : { kind: 'other', error };
}

function errorOf(failure: Failure): unknown {
  switch (failure.kind) {
    case 'too many':
      return new TooManyLinksError('a list', failure.most);
    case 'busy':
      return new BusyError(failure.message);
    case 'other':
      return failure.error;
    default:
      return failure satisfies never;
  }
}

interface PendingPastFind {
  readonly resolve: (found: FindResult<ViewDoc>) => void;
  readonly reject: (error: unknown) => void;
}

/** The views of the past, and the end of their reader. */
export function openPastViews(engine: {
  runReader(reader: ReaderToRun): RunningReader;
}): PastViews & { close(): Promise<void> } {
  const waiting = new Map<number, PendingPastFind>();
  let reader: RunningReader | null = null;
  let questions = 0;
  const rejectAll = () => {
    const error = new BusyError('The past cannot be read at the moment: try again in a few seconds.');
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () =>
    engine.runReader({
      module: new URL(import.meta.url),
      onMessage(message) {
        const answer = message as FindAnswer;
        const pending = waiting.get(answer.number);
        waiting.delete(answer.number);
        if ('found' in answer) pending?.resolve(answer.found);
        else pending?.reject(errorOf(answer.failure));
      },
      onExit: rejectAll,
    });
  const ask = (question: {
    readonly view: string;
    readonly past: Past;
    readonly query?: FindQuery;
    readonly ids?: readonly string[];
  }) => {
    reader ??= start();
    questions += 1;
    const { promise, resolve, reject } = Promise.withResolvers<FindResult<ViewDoc>>();
    waiting.set(questions, { resolve, reject });
    reader.post({ ...question, number: questions });
    return promise;
  };
  return {
    find: (view, query, past) => ask({ view, query, past }),
    getMany: async (view, ids, past) => (await ask({ view, ids, past })).rows,
    async close() {
      await reader?.stop();
      rejectAll();
    },
  };
}
