/**
 * Delays error messages while a pointer is down. A message that appears below a field when the pointer presses a button
 * would move the button away, and the press would not be a click.
 */
let pressed = false;

for (const [type, now] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const) {
  addEventListener(type, () => (pressed = now), { capture: true });
}

/** Runs `then` at once, or right after the click while a pointer is down. */
export function afterPress(then: () => void): void {
  if (!pressed) {
    then();
    return;
  }
  const over = new AbortController();
  const end = () => {
    over.abort();
    // The click follows the pointer's own events in the same task.
    setTimeout(then);
  };
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal: over.signal });
}
