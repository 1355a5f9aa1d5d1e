/** Keeps the column titles of a table in sight while the page scrolls. */
import { type RefObject, useEffect } from 'react';

/** The height of the page's header in pixels, without its line: no row is seen between it and the titles. */
const HEADER = 55;
/** The titles stop above the last row of the table, in pixels. */
const LAST_ROW = 96;

/**
 * Shifts the titles with the page. They are in a box that scrolls sideways by itself, where `position: sticky` does not
 * follow the page.
 */
export function useStickyTitles(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    const placeTitles = () => {
      frame = 0;
      const titles = table.current?.querySelector('thead');
      if (!table.current || !titles) return;
      const { top, height } = table.current.getBoundingClientRect();
      const shift = Math.max(0, Math.min(HEADER - top, height - LAST_ROW));
      titles.style.transform = shift === 0 ? '' : `translateY(${shift}px)`;
    };
    const requestFrame = () => {
      frame ||= requestAnimationFrame(placeTitles);
    };
    window.addEventListener('scroll', requestFrame, { passive: true });
    window.addEventListener('resize', requestFrame);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', requestFrame);
      window.removeEventListener('resize', requestFrame);
    };
  }, [table]);
}
