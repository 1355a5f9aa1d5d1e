/**
 * A pointer that leaves a field by pressing a button: a message that appeared below the field at once would move the
 * button from under the pointer, and the press would be no click. Messages wait until the press is over.
 */
let pressed = false;

for (const [type, now] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const) {
  addEventListener(type, () => (pressed = now), { capture: true });
}

/** Runs `then` at once, or right after the click when a pointer is held down. */
export function afterPress(then: () => void): void {
  if (!pressed) {
    then();
    return;
  }
  const over = new AbortController();
  const end = () => {
    over.abort();
    // The click comes after the pointer's own events, in the same task.
    setTimeout(then);
  };
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal: over.signal });
}
