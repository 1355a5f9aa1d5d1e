/** How many links a wish is about, and why not more: asked of the server while the wish takes shape. */
import useSWR from 'swr';
import type { BulkCountAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import { type ApiError, send } from '../../platform/api/client.ts';
import { useDebouncedValue } from '../../platform/timing/use-debounced-value.ts';
import type { BulkOperation, BulkTarget } from './bulk-operation.ts';

/** What is typed is asked about when it rests. */
const REST_MS = 300;

/** `wish` null: there is nothing to ask about yet. */
export function useDryRun(target: BulkTarget, wish: BulkOperation | null) {
  const asked = wish === null ? null : JSON.stringify({ ...target, ...wish, dryRun: true });
  const rested = useDebouncedValue(asked, REST_MS);
  const { data, error, isLoading, mutate } = useSWR<
    BulkCountAnswer | undefined,
    ApiError,
    readonly [string, string] | null
  >(
    rested === null ? null : ['bulk-count', rested],
    async ([, body]) => {
      const answer = await send('POST', '/api/links/bulk', { body: JSON.parse(body) });
      return 'refused' in answer ? answer : undefined;
    },
    { revalidateOnFocus: false, keepPreviousData: true, dedupingInterval: 0 },
  );
  const settled = asked !== null && asked === rested && !isLoading;
  return {
    /** Of this very wish. */
    count: settled && error === undefined ? data : undefined,
    /** Of this wish or the one before: what is on the screen does not jump while it is counted. */
    last: wish === null ? undefined : data,
    /** Likewise: a button that moves away under a press is not pressed. */
    error: wish === null ? undefined : error,
    again: () => void mutate(),
  };
}
