/** All rows of a list, for the paper: a print shows every row, not one page. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { prepareForPrint } from '../../platform/browser/printing.ts';
import { whenIdle } from '../../platform/timing/idle.ts';

/** The list must stay as it is for so long before its other pages are read, in milliseconds; few people print. */
const QUIET_MS = 30_000;
/** The longest wait for an idle browser after that. */
const REST_MS = 3_000;

interface WholeList<Row> {
  /** The list and its order; another value is another list. */
  readonly key: string;
  /** The rows on the screen. */
  readonly shown: readonly Row[];
  /** The number of rows on all pages. */
  readonly found: number;
  /** Longer lists are printed page by page. */
  readonly most: number;
  /** Reads a page, from 1, of `pageSize` rows; undefined reads none. */
  readonly readPage: ((page: number) => Promise<readonly Row[]>) | undefined;
  readonly pageSize: number;
}

/**
 * `shown` until all pages were read: for Ctrl P, for a print button, or after half a minute. Nothing is read while `shown`
 * has all of `found`. A failure leaves `shown`: the paper then says which part it is.
 */
export function useWholeList<Row extends { readonly id: string }>({
  key,
  shown,
  found,
  most,
  readPage,
  pageSize,
}: WholeList<Row>): readonly Row[] {
  const [whole, setWhole] = useState<{ readonly key: string; readonly rows: readonly Row[] }>();
  const read = useRef(readPage);
  read.current = readPage;
  const isPart = readPage !== undefined && shown.length < found && found <= most;
  const sought = `${key} ${found}`;

  useEffect(() => {
    if (!isPart) return;
    let gone = false;
    const readAll = async () => {
      const rows: Row[] = [];
      for (let page = 1; !gone && rows.length < found && page <= Math.ceil(most / pageSize); page += 1)
        rows.push(...((await read.current?.(page)) ?? []));
      if (!gone) flushSync(() => setWhole({ key: sought, rows }));
    };
    let reading: Promise<void> | undefined;
    const load = () => {
      reading ??= readAll().catch(() => {
        reading = undefined;
      });
      return reading;
    };
    const withdraw = prepareForPrint(load);
    let stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      stop = whenIdle(() => void load(), REST_MS);
    }, QUIET_MS);
    return () => {
      gone = true;
      withdraw();
      stop();
    };
  }, [sought, isPart, found, most, pageSize]);

  return isPart && whole?.key === sought ? whole.rows : shown;
}
