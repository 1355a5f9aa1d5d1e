/** A progress bar of one line, for commands of the terminal. */
import type { ProgressOutput } from '../../../projections/runner/progress-bar.ts';

const WIDTH = 30;
/** On a terminal, the line is redrawn at most ten times a second; elsewhere a line is printed every 5 seconds. */
const REDRAW_MS = 100;
const REPEAT_MS = 5_000;

interface ProgressLine {
  /** Shows the progress. `of`: the total; less than `count` if it is unknown. */
  show(label: string, count: number, of: number): void;
  /** Removes the bar from the terminal. */
  clear(): void;
}

/** A bar on `out`. */
export function progressLine(out: ProgressOutput, now: () => number = () => performance.now()): ProgressLine {
  let [drawnAt, isDrawn] = [now(), false];
  return {
    show(label, count, of) {
      if (now() - drawnAt < (out.isTTY ? REDRAW_MS : REPEAT_MS)) return;
      drawnAt = now();
      const numbers = `${count.toLocaleString('en')}${of >= count ? ` of ${of.toLocaleString('en')}` : ''} ${label}`;
      if (!out.isTTY) {
        out.write(`${numbers}\n`);
        return;
      }
      const done = of >= count && of > 0 ? Math.floor((WIDTH * count) / of) : 0;
      out.write(`\r[${'#'.repeat(done).padEnd(WIDTH)}] ${numbers}\u001b[K`);
      isDrawn = true;
    },
    clear() {
      if (isDrawn) out.write('\r\u001b[K');
      isDrawn = false;
    },
  };
}
