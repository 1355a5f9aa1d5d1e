/** The rows to show: the newest, but never moved away from under a pointer. */
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { isShowingAtOnce, onShowAtOnce } from '../../platform/live/own-changes.ts';
import { stableRows } from './stable-rows.ts';

/** A pointer that left this long ago, in milliseconds, does not come back for the same row. */
const LEFT_MS = 600;
const NONE: ReadonlySet<string> = new Set();

/**
 * `address` names the list: the rows of another address are shown at once. `current` is false while `next` still has the
 * rows of the previous address: those are never held. `hidden` rows are being deleted.
 */
export function useStableRows<Row extends { readonly id: string }>(
  next: readonly Row[],
  address: string,
  current: boolean,
  hidden: ReadonlySet<string> = NONE,
) {
  const [held, setHeld] = useState(false);
  const left = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef<{ address: string; rows: readonly Row[] }>({ address, rows: [] });
  const gone = useRef<ReadonlySet<string>>(new Set());

  const { rows, waiting } = useMemo(() => {
    // A row that this person deleted disappears at once and for good, however long the rest is held.
    gone.current = new Set([...gone.current, ...hidden]);
    const nextIds = new Set(next.map(({ id }) => id));
    const before = shown.current.address === address ? shown.current.rows : [];
    const remaining = before.filter(({ id }) => !hidden.has(id) && (nextIds.has(id) || !gone.current.has(id)));
    return stableRows(
      current ? remaining : [],
      next.filter(({ id }) => !hidden.has(id)),
      held,
    );
  }, [next, address, current, held, hidden]);

  useEffect(() => {
    shown.current = current ? { address, rows } : { address: '', rows: [] };
  }, [address, current, rows]);
  const isWaiting = useRef(false);
  useEffect(() => {
    isWaiting.current = waiting;
  }, [waiting]);
  useEffect(() => () => clearTimeout(left.current), []);
  useEffect(() => onShowAtOnce(() => setHeld(false)), []);

  return {
    rows,
    waiting,
    release: () => setHeld(false),
    /** For the element around the rows. Touch has no hovering pointer to protect. */
    hold: {
      // A pointer that rests where a dialog closed has not chosen a row: only movement holds the rows.
      onPointerMove: ({ pointerType, movementX, movementY }: PointerEvent) => {
        clearTimeout(left.current);
        if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0) && !isShowingAtOnce()) setHeld(true);
      },
      onPointerDown: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse' && !isShowingAtOnce()) setHeld(true);
      },
      // Rows that wait are shown when they are asked for, or with the next load.
      onPointerLeave: () => {
        clearTimeout(left.current);
        left.current = setTimeout(() => {
          if (!isWaiting.current) setHeld(false);
        }, LEFT_MS);
      },
    },
  };
}
