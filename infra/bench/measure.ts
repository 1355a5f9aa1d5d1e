/** Measuring and printing, for the benchmarks beside this file. */

/** Prints one row of a table: a title, then figures. */
export const printRow = (...cells: string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(46) : cell.padStart(14))).join(''));
/** How many a second. */
export const rate = (count: number, ms: number) => Math.round((count / ms) * 1_000).toLocaleString('en');
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** `part` from 0 to 1. */
export const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

/** How long the work took, in ms. */
export async function timed(work: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Prints one goal: what was measured, what it should be, and whether it is. Below it, the figures it is made of. */
export function printGoal(
  what: string,
  figure: number,
  is: 'at most' | 'at least',
  wanted: number,
  made: string,
): void {
  const met = is === 'at most' ? figure <= wanted : figure >= wanted;
  const limit = `${is} ${wanted}`;
  console.log(`${what.padEnd(58)}${figure.toFixed(2).padStart(9)}${limit.padStart(16)}   ${met ? 'met' : 'NOT MET'}`);
  console.log(`    ${made}`);
}

/** Milliseconds, short. */
export const formatMs = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
