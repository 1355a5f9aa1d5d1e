/** Measuring and printing, for the benchmarks beside this file. */

/** Prints one row of a table: a title, then figures. */
export const line = (...cells: string[]) =>
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
