/**
 * Shows the progress of views that catch up with the log. It counts folded events; the number of remaining events is
 * unknown, because positions are not dense.
 */

import type { ViewProgress } from './run-projection.ts';

/** The stream of a terminal, or any other stream. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

interface ProgressOptions {
  /** A view appears once it has folded more events than this without catching up. */
  readonly quietBelow?: number;
  /** The time in milliseconds. */
  readonly now?: () => number;
}

/** On a terminal, lines are redrawn at most ten times a second. */
const REDRAW_MS = 100;
/** Without a terminal, a view prints at most one line in this time. */
const REPEAT_MS = 5_000;

interface ViewLine {
  progress: ViewProgress;
  /** When its text was last printed without a terminal. */
  printedAt: number;
}

/**
 * A progress display for the runner's `onProgress`. On a terminal, each view that is far behind has a line, redrawn in
 * place. Elsewhere it prints a line when a view starts, every 5 seconds and when the view has caught up.
 */
export function showProgress(out: ProgressOutput, options: ProgressOptions = {}) {
  const quietBelow = options.quietBelow ?? 5_000;
  const now = options.now ?? (() => performance.now());
  const lines = new Map<string, ViewLine>();
  /** Views that have caught up: later batches are normal work. */
  const done = new Set<string>();
  let drawn = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const redraw = () => {
    const texts = [...lines.values()].map(({ progress }) => `${describe(progress)}\u001b[K\n`);
    out.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}${texts.join('')}`);
    drawn = texts.length;
    drawnAt = now();
  };

  return {
    onProgress(progress: ViewProgress): void {
      const { view, events, isCaughtUp } = progress;
      if (done.has(view)) return;
      if (isCaughtUp) done.add(view);
      const shownLine = lines.get(view);
      if (shownLine === undefined && (isCaughtUp || events <= quietBelow)) return;
      const line = shownLine ?? { progress, printedAt: Number.NEGATIVE_INFINITY };
      line.progress = progress;
      lines.set(view, line);
      if (out.isTTY) {
        if (shownLine === undefined || isCaughtUp || now() - drawnAt >= REDRAW_MS) redraw();
      } else if (isCaughtUp || now() - line.printedAt >= REPEAT_MS) {
        line.printedAt = now();
        out.write(`${describe(progress)}\n`);
      }
    },
  };
}

function describe({ view, events, isCaughtUp }: ViewProgress): string {
  return `${view.padEnd(14)} ${events.toLocaleString('en').padStart(13)} events${isCaughtUp ? ', up to date' : ''}`;
}
