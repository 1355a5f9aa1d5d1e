/** Counts the links that an operation affects, with the reasons for excluded ones, while the operation is edited. */
import useSWR from 'swr';
import type { BulkCountAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import { type ApiError, send } from '../../platform/api/client.ts';
import { useDebouncedValue } from '../../platform/timing/use-debounced-value.ts';
import type { BulkChange, BulkTarget } from './bulk-operation.ts';

/** The pause in typing, in milliseconds, that starts a count. */
const REST_MS = 300;

/** null: the operation is not complete yet. */
export function useDryRun(target: BulkTarget, operation: BulkChange | null) {
  const body = operation === null ? null : JSON.stringify({ ...target, ...operation, dryRun: true });
  const rested = useDebouncedValue(body, REST_MS);
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
  const settled = body !== null && body === rested && !isLoading;
  return {
    /** The count of exactly this operation. */
    count: settled && error === undefined ? data : undefined,
    /** The count of this operation or the previous one, so that the dialog does not jump while counting. */
    last: operation === null ? undefined : data,
    /** Likewise: a button must not move away from under a press. */
    error: operation === null ? undefined : error,
    again: () => void mutate(),
  };
}
