/** Reads answers in components: the type of the data follows from the path. */
import useSWR, { preload, type SWRConfiguration } from 'swr';
import { type ApiError, get, list, type Page, type ReadPath } from './client.ts';

/** One answer; null as a path reads nothing. */
export function useAnswer<Answer>(path: ReadPath<Answer> | null, options: SWRConfiguration<Answer, ApiError> = {}) {
  return useSWR<Answer, ApiError>(path, get, options);
}

/** One page of a list; null as a path reads nothing. */
export function usePage<Row>(
  path: ReadPath<readonly Row[]> | null,
  options: SWRConfiguration<Page<Row>, ApiError> = {},
) {
  return useSWR<Page<Row>, ApiError>(path, list, options);
}

/** Begins to read an answer that a component will soon ask for. A failure is reported there. */
export function readAhead<Answer>(path: ReadPath<Answer>): void {
  preload(path, get).catch(() => undefined);
}

/** The same for a page of a list. */
export function readPageAhead<Row>(path: ReadPath<readonly Row[]>): void {
  preload(path, list).catch(() => undefined);
}
