/**
 * Keeps what is typed while a dialog is opening, and types it into the dialog's field: the first letters after a shortcut
 * are neither lost nor taken for other shortcuts.
 */
import { useEffect } from 'react';
import { isDialogOpen } from '../../platform/address/overlays.ts';

/** The time in milliseconds after which the letters are dropped if the dialog has not opened. */
const LONGEST_MS = 5_000;
const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/** The address names a dialog that may have a field, and the focus is not yet in it. */
function isOpening(): boolean {
  if (!isDialogOpen()) return false;
  return document.querySelector(DIALOGS) === null || document.activeElement === document.body;
}

export function useKeyBuffer(): void {
  useEffect(() => {
    let typed = '';
    let since = 0;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !isOpening()) return;
      if (typed === '') since = event.timeStamp;
      if (event.timeStamp - since > LONGEST_MS) return;
      if (event.key === 'Backspace') typed = typed.slice(0, -1);
      else if (event.key.length === 1) typed += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const arrive = (event: FocusEvent) => {
      if (typed === '' || !(event.target instanceof HTMLElement) || event.target.closest(DIALOGS) === null) return;
      const text = typed;
      const isField = event.target.matches('input:not([type]), input[type="text"], input[type="url"], textarea');
      // The focus may rest on the dialog itself before it goes to the field.
      if (!isField) return;
      typed = '';
      // Sets the value as typing does, so that the field's own handlers run.
      if (event.timeStamp - since <= LONGEST_MS) queueMicrotask(() => document.execCommand('insertText', false, text));
    };
    document.addEventListener('keydown', press, { capture: true });
    document.addEventListener('focusin', arrive);
    return () => {
      document.removeEventListener('keydown', press, { capture: true });
      document.removeEventListener('focusin', arrive);
    };
  }, []);
}
