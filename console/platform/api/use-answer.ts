/** Reads answers in components: the type of the data follows from the path. */
import useSWR, { mutate, preload, type SWRConfiguration } from 'swr';
import { type ApiError, get, type ListPage, list, type ReadPath } from './client.ts';

/** Reads one answer; a null path reads nothing. */
export function useAnswer<Answer>(path: ReadPath<Answer> | null, options: SWRConfiguration<Answer, ApiError> = {}) {
  return useSWR<Answer, ApiError>(path, get, options);
}

/** Reads one page of a list; a null path reads nothing. */
export function usePage<Row>(
  path: ReadPath<readonly Row[]> | null,
  options: SWRConfiguration<ListPage<Row>, ApiError> = {},
) {
  return useSWR<ListPage<Row>, ApiError>(path, list, options);
}

/** The answers that were read ahead. */
const ahead = new Set<string>();

/** Begins to read an answer that a component will soon ask for. The component reports a failure. */
export function readAhead<Answer>(path: ReadPath<Answer>): void {
  ahead.add(path);
  preload(path, get).catch(() => undefined);
}

/** Begins to read a page of a list that a component will soon ask for. */
export function readPageAhead<Row>(path: ReadPath<readonly Row[]>): void {
  ahead.add(path);
  preload(path, list).catch(() => undefined);
}

/** Reads all shown answers whose paths match again, and forgets those that were read ahead. */
export async function revalidate(matches: (path: string) => boolean): Promise<void> {
  // A filter finds only what components have asked for. A component that appears later would show the old answer.
  await Promise.all([
    mutate((key) => typeof key === 'string' && !ahead.has(key) && matches(key)),
    ...[...ahead].filter(matches).map((path) => mutate(path)),
  ]);
}
