/** Single-key shortcuts. They can be switched off (WCAG 2.1.4) and never act while someone types or a dialog is open. */
import { useEffect, useSyncExternalStore } from 'react';

const KEY = 'shortcuts';
/** How long after `g` its second key counts. */
const CHORD_MS = 1_200;
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setShortcutsOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // The switch then holds for nothing: storage is blocked.
  }
  for (const listener of listeners) listener();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'))
  );
}

/** Runs what `keys` names: single keys ('/') and chords ('g d'). */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const on = useShortcutsOn();
  useEffect(() => {
    if (!on) return;
    let chord = '';
    let chordAt = 0;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return;
      const name = chord !== '' && event.timeStamp - chordAt < CHORD_MS ? `${chord} ${event.key}` : event.key;
      const act = keys[name];
      const begins = act === undefined && Object.keys(keys).some((key) => key.startsWith(`${event.key} `));
      chord = begins ? event.key : '';
      chordAt = event.timeStamp;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on, keys]);
}
