/**
 * Renders the toasts into an element of their own that stays reachable while a dialog is open. A dialog hides
 * everything else from screen readers and takes back the focus; toasts, which report the dialog's work and may undo it,
 * are the one exception.
 */
import { useEffect, useState } from 'react';

export function useToastPortal(): HTMLElement {
  const [portal] = useState(() => document.createElement('div'));
  useEffect(() => {
    // Dialogs notice a focus outside by this event at the document; this listener gets it first.
    const keep = (event: FocusEvent) => event.stopPropagation();
    const shown = new MutationObserver(
      () => portal.hasAttribute('aria-hidden') && portal.removeAttribute('aria-hidden'),
    );
    document.body.append(portal);
    portal.addEventListener('focusin', keep);
    shown.observe(portal, { attributeFilter: ['aria-hidden'] });
    return () => {
      shown.disconnect();
      portal.removeEventListener('focusin', keep);
      portal.remove();
    };
  }, [portal]);
  return portal;
}
