/** The views as of any position: built and kept by a reader apart from the requests, which is started when first needed. */
import { PastStates } from '../../projections/as-of/past-states.ts';
import type { ReaderToRun, RunningReader, RunReader } from '../ports/engine.ts';
import { type Past, type PastViews, TooManyLinksError } from '../ports/past-views.ts';
import type { FindQuery, FindResult, ViewDoc } from '../ports/read-store.ts';

/** A question, by a number that its answer repeats. */
type Question = { readonly number: number; readonly view: string; readonly past: Past } & (
  | { readonly query: FindQuery }
  | { readonly ids: readonly string[] }
);

type Answer =
  | { readonly number: number; readonly found: FindResult<ViewDoc> }
  /** Errors lose their class on the way: `tooMany` has the limit of a TooManyLinksError. */
  | { readonly number: number; readonly error: unknown; readonly tooMany: number | null };

/** The part that the engine may run in a worker. */
export const read: RunReader = ({ views, logger }, post) => {
  const states = new PastStates({ reads: views, logger });
  const answer = async (asked: Question): Promise<Answer> => {
    const { number, view, past } = asked;
    try {
      if ('query' in asked) return { number, found: await states.find(view, asked.query, past) };
      const rows = [...(await states.getMany(view, asked.ids, past))];
      return { number, found: { rows, total: rows.length } };
    } catch (error) {
      return { number, error, tooMany: error instanceof TooManyLinksError ? error.most : null };
    }
  };
  return (message) => void answer(message as Question).then(post);
};

interface Waiting {
  readonly resolve: (found: FindResult<ViewDoc>) => void;
  readonly reject: (error: unknown) => void;
}

/** The views of the past, and the end of their reader. */
export function openPastViews(engine: {
  runReader(reader: ReaderToRun): RunningReader;
}): PastViews & { close(): Promise<void> } {
  const waiting = new Map<number, Waiting>();
  let reader: RunningReader | null = null;
  let questions = 0;
  const rejectAll = () => {
    for (const { reject } of waiting.values()) reject(new Error('the reader of past views exited; try again'));
    waiting.clear();
  };
  const start = () =>
    engine.runReader({
      module: new URL(import.meta.url),
      onMessage(message) {
        const answer = message as Answer;
        const asked = waiting.get(answer.number);
        waiting.delete(answer.number);
        if ('found' in answer) asked?.resolve(answer.found);
        else asked?.reject(answer.tooMany === null ? answer.error : new TooManyLinksError('a list', answer.tooMany));
      },
      onExit: rejectAll,
    });
  const ask = (asked: {
    readonly view: string;
    readonly past: Past;
    readonly query?: FindQuery;
    readonly ids?: readonly string[];
  }) => {
    reader ??= start();
    questions += 1;
    const { promise, resolve, reject } = Promise.withResolvers<FindResult<ViewDoc>>();
    waiting.set(questions, { resolve, reject });
    reader.post({ ...asked, number: questions });
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
