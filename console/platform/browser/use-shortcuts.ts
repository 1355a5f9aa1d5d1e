/** Single-key shortcuts. They can be switched off (WCAG 2.1.4) and never act while someone types or a dialog is open. */
import { useEffect } from 'react';
import { useStore } from '../store/create-store.ts';
import { createPersistedStore } from '../store/persisted-store.ts';

/** How long after `g`, in milliseconds, its second key counts. */
const CHORD_MS = 1_200;

const enabled = createPersistedStore({
  key: 'shortcuts',
  parse: (text) => text !== 'off',
  serialize: (on: boolean) => (on ? null : 'off'),
});

export const setShortcutsEnabled = enabled.set;

export function useShortcutsEnabled(): boolean {
  return useStore(enabled);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'))
  );
}

/** Runs the action of a pressed key: single keys ('/') and chords ('g d'). */
export function useShortcuts(keys: Readonly<Record<string, () => unknown>>): void {
  const on = useShortcutsEnabled();
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
