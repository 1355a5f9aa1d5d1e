/**
 * Where the toasts stand: in a part of the page of their own that stays in reach while a dialog is open. A dialog hides
 * all beside itself from screen readers and takes back any focus that leaves it; toasts, which say what came of the
 * work in the dialog and may undo it, are the one exception.
 */
import { useEffect, useState } from 'react';

export function useToastPortal(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    // Dialogs hear of a focus outside by this event at the document; what stands in here hears it before.
    const keep = (event: FocusEvent) => event.stopPropagation();
    const shown = new MutationObserver(() => place.hasAttribute('aria-hidden') && place.removeAttribute('aria-hidden'));
    document.body.append(place);
    place.addEventListener('focusin', keep);
    shown.observe(place, { attributeFilter: ['aria-hidden'] });
    return () => {
      shown.disconnect();
      place.removeEventListener('focusin', keep);
      place.remove();
    };
  }, [place]);
  return place;
}
