/** Shows how far views have come while they catch up with the log. */

/** Where it is shown: a terminal's stream, or any other. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export interface ProgressOptions {
  /** A view this many events behind, or fewer, is not worth a word. */
  readonly quietBelow?: number;
  /** Milliseconds; the bar is redrawn at most ten times a second. */
  readonly now?: () => number;
}

const BAR = 24;
const REDRAW_MS = 100;
/** Without a terminal: a line each time another quarter is done. */
const STEPS = 4;

interface Line {
  readonly from: number;
  position: number;
  head: number;
  step: number;
}

/**
 * A progress display. Give `onProgress` to the runner. On a terminal each view that was far behind has a line with a
 * bar, redrawn in place; elsewhere there is a plain line at the start, at each quarter and at the end.
 */
export function showProgress(out: ProgressOutput, options: ProgressOptions = {}) {
  const quietBelow = options.quietBelow ?? 5_000;
  const now = options.now ?? (() => performance.now());
  const lines = new Map<string, Line | null>();
  let drawn = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const redraw = () => {
    const texts = [...lines].flatMap(([view, line]) => (line === null ? [] : [`${bar(view, line)}\u001b[K\n`]));
    out.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}${texts.join('')}`);
    drawn = texts.length;
    drawnAt = now();
  };
  const say = (view: string, line: Line) => {
    const step = Math.floor(STEPS * share(line));
    if (step === line.step) return;
    line.step = step;
    out.write(`${view}: ${percent(line)} (${count(line.position)} of ${count(line.head)} events)\n`);
  };

  return {
    onProgress(view: string, position: number, head: number): void {
      const known = lines.get(view);
      if (known === null) return;
      if (known === undefined) {
        const line = head - position > quietBelow ? { from: position, position, head, step: -1 } : null;
        lines.set(view, line);
        if (line === null) return;
        if (out.isTTY) redraw();
        else say(view, line);
        return;
      }
      const wasDone = known.position >= known.head;
      if (wasDone) return;
      known.position = position;
      known.head = head;
      if (!out.isTTY) say(view, known);
      else if (position >= head || now() - drawnAt >= REDRAW_MS) redraw();
    },
  };
}

function share({ from, position, head }: Line): number {
  return head <= from ? 1 : Math.min(1, (position - from) / (head - from));
}

function percent(line: Line): string {
  return `${Math.floor(100 * share(line))} %`;
}

function count(events: number): string {
  return events.toLocaleString('en');
}

function bar(view: string, line: Line): string {
  const full = Math.floor(BAR * share(line));
  const cells = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
  return `${view.padEnd(14)} ${cells} ${percent(line).padStart(5)}  ${count(line.position)} of ${count(line.head)} events`;
}
