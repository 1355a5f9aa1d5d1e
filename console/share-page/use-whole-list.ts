/** All links of a share's view, for the paper: a print shows every row, not one page. */
import { useEffect, useRef, useState } from 'react';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { whenIdle } from '../platform/timing/idle.ts';
import { PRINT_PAGE_SIZE, type SharedView } from './shared-view.ts';

/** Longer lists are printed page by page. */
const MOST = 2_000;
/** The longest wait for an idle browser, in milliseconds. */
const REST_MS = 3_000;

/**
 * `shown` until the browser was idle and the other pages were read; nothing is read while `shown` has all of `found`. A
 * failure leaves `shown`: the paper then says which part it is.
 */
export function useWholeList(
  view: SharedView,
  shown: readonly SharedLinkAnswer[],
  found: number,
  read: (view: SharedView) => Promise<readonly SharedLinkAnswer[]>,
): readonly SharedLinkAnswer[] {
  const { q, status, sort, dir } = view;
  const key = JSON.stringify([q, status, sort, dir, found, shown.map(({ id, lastChecked }) => [id, lastChecked])]);
  const [whole, setWhole] = useState<{ readonly key: string; readonly links: readonly SharedLinkAnswer[] }>();
  const latest = useRef({ view, read });
  latest.current = { view, read };
  const isPart = shown.length < found && found <= MOST;

  useEffect(() => {
    if (!isPart) return;
    let gone = false;
    const load = async () => {
      const { view: at, read: readPage } = latest.current;
      const links: SharedLinkAnswer[] = [];
      for (let page = 1; !gone && links.length < found && page <= Math.ceil(MOST / PRINT_PAGE_SIZE); page += 1)
        links.push(...(await readPage({ ...at, page })));
      if (!gone) setWhole({ key, links });
    };
    const stop = whenIdle(() => void load().catch(() => undefined), REST_MS);
    return () => {
      gone = true;
      stop();
    };
  }, [key, isPart, found]);

  return whole?.key === key ? whole.links : shown;
}
