/** How much of the header fits beside its search, measured: words of other languages and an open sidebar need room. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** The least width of the search, in pixels. */
const LEAST_SEARCH = 160;

/** Whether everything fits, all but less used actions, or the icons of a phone only. */
type HeaderRoom = 'enough' | 'some' | 'little';

/** A header without room for its search leaves out more, as long as it is not wider. */
export function useHeaderRoom(header: RefObject<HTMLElement | null>): HeaderRoom {
  const [room, setRoom] = useState<HeaderRoom>('enough');
  /** The widths of the header from which on there is some room, and enough. */
  const needed = useRef({ some: 0, enough: 0 });
  useEffect(() => {
    const element = header.current;
    const search = element?.querySelector('search');
    if (!element || !search) return;
    const measure = () => {
      const width = element.clientWidth;
      const lacking = LEAST_SEARCH - search.clientWidth;
      if (lacking > 0 && room !== 'little') needed.current[room] = width + Math.ceil(lacking);
      const { some, enough } = needed.current;
      setRoom(width >= enough ? 'enough' : width >= some ? 'some' : 'little');
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    sizes.observe(search);
    return () => sizes.disconnect();
  }, [header, room]);
  return room;
}
