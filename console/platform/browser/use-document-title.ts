/** The title of the browser tab while something lies over a page. */
import { useEffect } from 'react';

/** Shows `title`, and afterwards the page's own title again; null changes nothing. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = title;
    return () => {
      // Another page may have set its own meanwhile.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
