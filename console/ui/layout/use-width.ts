/** The width of an element's content, in whole pixels; null until it is measured. */
import { type RefObject, useEffect, useState } from 'react';

export function useWidth(ref: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (ref.current === null) return;
    const sizes = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    sizes.observe(ref.current);
    return () => sizes.disconnect();
  }, [ref]);
  return width;
}
