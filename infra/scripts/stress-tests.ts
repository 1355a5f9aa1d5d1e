/**
 * `npm run test:stress`: all suites and journeys again and again, in a random order of files, beside two processes that
 * use both cores. Closes with a table of the tests that failed and of the slowest.
 *
 *     npm run test:stress -- [--runs 6] [--seed s] [--only suites|journeys] [name …]
 *
 * Names choose the suites and journeys whose path contains one of them.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { countsOf, type Part, type TestResult, TestTools, testFiles } from './test-tools.ts';

const BUSY_PROCESSES = 2;
const SLOWEST = 20;

interface Row {
  runs: number;
  failures: number;
  slowestMs: number;
}

const { values, positionals: names } = parseArgs({
  options: { runs: { type: 'string', default: '6' }, seed: { type: 'string' }, only: { type: 'string' } },
  allowPositionals: true,
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a whole number from 1.');
if (values.only !== undefined && !['suites', 'journeys'].includes(values.only)) {
  throw new Error('--only must be “suites” or “journeys”.');
}
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
const suites = values.only === 'journeys' ? null : await chosen('test');
const journeys = values.only === 'suites' ? null : await chosen('spec');

/** The arguments that choose files: none for all of them. null if the names choose no file. */
async function chosen(ending: 'test' | 'spec'): Promise<string[] | null> {
  if (names.length === 0) return [];
  const files = await testFiles(ending, names);
  return files.length > 0 ? files : null;
}

async function run(tools: TestTools, number: number): Promise<Part[]> {
  const order = `${seed}-${number}`;
  const whole = names.length === 0 ? ['--config', 'infra/scripts/ava.config.ts'] : [];
  process.stdout.write(`\nRun ${number} of ${runs}, order ${order}\n`);
  const parts: Part[] = [];
  if (suites !== null) parts.push(await tools.suites([...whole, ...suites], { TEST_ORDER_SEED: order }));
  if (journeys !== null) parts.push(await tools.journeys([`--shuffle=${order}`, ...journeys]));
  process.stdout.write(`Run ${number} of ${runs}: ${countsOf(parts)}\n`);
  return parts;
}

function tableOf(results: readonly TestResult[]): string {
  const rows = new Map<string, Row>();
  for (const { title, outcome, ms } of results) {
    const row = rows.get(title) ?? { runs: 0, failures: 0, slowestMs: 0 };
    row.runs += outcome === 'skipped' ? 0 : 1;
    row.failures += outcome === 'failed' ? 1 : 0;
    row.slowestMs = Math.max(row.slowestMs, ms);
    rows.set(title, row);
  }
  const ordered = [...rows].toSorted(([, a], [, b]) => b.failures - a.failures || b.slowestMs - a.slowestMs);
  const shown = ordered.filter(([, { failures }], place) => failures > 0 || place < SLOWEST);
  return [
    '| test | runs | failures | slowest |',
    '| --- | --- | --- | --- |',
    ...shown.map(
      ([title, row]) => `| ${title} | ${row.runs} | ${row.failures} | ${(row.slowestMs / 1000).toFixed(1)} s |`,
    ),
  ].join('\n');
}

if (suites === null && journeys === null)
  throw new Error(`No suite and no journey has a path with ${names.join(', ')}.`);
const tools = await TestTools.open();
const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const parts: Part[] = [];
try {
  for (let number = 1; number <= runs; number++) parts.push(...(await run(tools, number)));
} finally {
  for (const process of busy) process.kill('SIGKILL');
  await tools.close();
}
process.stdout.write(`\n${tableOf(parts.flatMap(({ results }) => results))}\n\n${countsOf(parts)}\n`);
process.exitCode = parts.every(({ failed }) => failed === 0) ? 0 : 1;
