/**
 * `npm test`: the type check, the linter, every suite and the browser journeys. Says the time of each part, the slowest
 * tests and, again, the failed ones, and closes with one line of real counts. A part that ends without a count is one
 * failure. A journey that passes only on a second try has failed.
 *
 * `npm run test -- <name>` runs only the suites and journeys whose path contains the name.
 */
import { countsOf, type Part, TestTools, testFiles } from './test-tools.ts';

const SLOWEST = 10;

async function timed(title: string, part: Promise<Part>): Promise<Part> {
  const start = performance.now();
  const done = await part;
  const seconds = Math.round((performance.now() - start) / 1000);
  const mark = done.failed === 0 ? '✔' : '✘';
  process.stdout.write(`${mark} ${title}: ${done.passed} passed, ${done.failed} failed, ${seconds} s\n`);
  return done;
}

async function runNamed(tools: TestTools, name: string): Promise<Part[]> {
  const [suites, journeys] = [await testFiles('test', [name]), await testFiles('spec', [name])];
  if (suites.length + journeys.length === 0) {
    process.stdout.write(`No suite and no journey has “${name}” in its path.\n`);
    return [{ passed: 0, failed: 1, skipped: 0, results: [] }];
  }
  return [
    ...(suites.length > 0 ? [await timed('suites', tools.suites(suites))] : []),
    ...(journeys.length > 0 ? [await timed('journeys', tools.journeys(journeys))] : []),
  ];
}

async function runAll(tools: TestTools): Promise<Part[]> {
  // Each of the two uses about one core.
  const checks = await Promise.all([
    timed('linter', tools.check('biome', ['check', '.'])),
    timed('type check', tools.check('tsc', ['-p', '.', '--checkers', '1'])),
  ]);
  return [
    ...checks,
    await timed('suites', tools.suites(['--config', 'infra/scripts/ava.config.ts'])),
    await timed('journeys', tools.journeys([])),
  ];
}

function say(title: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

const tools = await TestTools.open();
const name = process.argv[2];
const parts = name === undefined ? await runAll(tools) : await runNamed(tools, name);
await tools.close();

for (const { results } of parts) {
  const slow = results.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  say(
    'Slowest:',
    slow.filter(({ ms }) => ms > 0).map(({ title, ms }) => `${(ms / 1000).toFixed(1)} s  ${title}`),
  );
}
say(
  'Failed:',
  parts.flatMap(({ results }) => results.filter(({ outcome }) => outcome === 'failed')).map(({ title }) => title),
);
process.stdout.write(`\n${countsOf(parts)}\n`);
process.exitCode = parts.every(({ failed }) => failed === 0) ? 0 : 1;
