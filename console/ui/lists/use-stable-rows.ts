/** The rows to show: the newest there are, but never moved away from under a pointer. */
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useHiddenLinks } from '../../links/actions/trash-link.ts';
import { isShowingAtOnce, onShowAtOnce } from '../../platform/live/own-changes.ts';
import { stableRows } from './stable-rows.ts';

/** A pointer that left this long ago is not coming back for the same row. */
const LEFT_MS = 600;

/**
 * `address` names what is listed: another address is another list, shown at once. `current` is false while `next` is
 * still what the address before listed: nothing of that is ever held.
 */
export function useStableRows<Row extends { readonly id: string }>(
  next: readonly Row[],
  address: string,
  current: boolean,
) {
  const [held, setHeld] = useState(false);
  const left = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leaving = useHiddenLinks();
  const shown = useRef<{ address: string; rows: readonly Row[] }>({ address, rows: [] });
  const gone = useRef<ReadonlySet<string>>(new Set());

  const { rows, waiting } = useMemo(() => {
    // What this person threw away goes at once and for good, however long the rest is held.
    gone.current = new Set([...gone.current, ...leaving]);
    const there = new Set(next.map(({ id }) => id));
    const before = shown.current.address === address ? shown.current.rows : [];
    const kept = before.filter(({ id }) => !leaving.has(id) && (there.has(id) || !gone.current.has(id)));
    return stableRows(
      current ? kept : [],
      next.filter(({ id }) => !leaving.has(id)),
      held,
    );
  }, [next, address, current, held, leaving]);

  useEffect(() => {
    shown.current = current ? { address, rows } : { address: '', rows: [] };
  }, [address, current, rows]);
  useEffect(() => () => clearTimeout(left.current), []);
  useEffect(() => onShowAtOnce(() => setHeld(false)), []);

  return {
    rows,
    waiting,
    release: () => setHeld(false),
    /** For the element that surrounds the rows. Touch has no hovering pointer to protect. */
    hold: {
      // A pointer that rests where a dialog closed has not chosen a row: only a movement holds.
      onPointerMove: ({ pointerType, movementX, movementY }: PointerEvent) => {
        clearTimeout(left.current);
        if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0) && !isShowingAtOnce()) setHeld(true);
      },
      onPointerLeave: () => {
        clearTimeout(left.current);
        left.current = setTimeout(setHeld, LEFT_MS, false);
      },
    },
  };
}
