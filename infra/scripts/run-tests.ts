/**
 * `npm test`: the type check, the linter, every AVA suite and the browser journeys, one after the other, closing with
 * one line of real counts and the time of each part. A part that ends without a count is one failure. A journey that
 * passes only on a second try has failed.
 *
 * `npm run test -- <name>` runs only the suites and journeys whose path contains the name.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const ROOMS = '{checker,command-service,console,infra,projections,query-service}';

/** The file system in memory that Linux has, and what a run of all tests puts there at most. */
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES = 4 * 2 ** 30;

/**
 * AVA's own limit for a test without progress is spent once it meets a test with a longer limit of its own, so a test
 * that hangs would keep the run forever. Longer than any pause between two tests, also with real servers.
 */
const QUIET_MS = 20 * 60_000;
const STOPPING_MS = 10_000;

const root = path.resolve(import.meta.dirname, '..', '..');
const scratch = await mkdtemp(path.join((await hasMemoryFolder()) ? MEMORY_FOLDER : os.tmpdir(), 'linkledger-test-'));
const temporary = path.join(scratch, 'tmp');
await mkdir(temporary);
const report = path.join(scratch, 'journeys.json');

/** Thousands of databases of a few pages are created, synced and removed: on a disk that takes a tenth of the time. */
async function hasMemoryFolder(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MEMORY_BYTES;
}

/** Runs a development tool. Resolves to its exit code and, with `keepOutput`, its standard output. */
function run(tool: string, args: readonly string[], keepOutput = false): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', tool), args, {
      cwd: root,
      // Hundreds of files run in a thread or process of their own: each module is compiled once for all of them.
      env: {
        NODE_COMPILE_CACHE: path.join(scratch, 'compiled'),
        ...process.env,
        TMPDIR: temporary,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
      stdio: ['ignore', keepOutput ? 'pipe' : 'inherit', 'inherit'],
    });
    let output = '';
    const quiet = keepOutput ? setTimeout(() => interrupt(child), QUIET_MS) : undefined;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      quiet?.refresh();
    });
    child.on('error', reject);
    // A process that a test left behind may keep the pipe open.
    child.on('exit', () => setTimeout(() => child.stdout?.destroy(), STOPPING_MS).unref());
    child.on('close', (code) => {
      clearTimeout(quiet);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Ends a tool that hangs: AVA then names the tests that it waits for. */
function interrupt(child: ChildProcess): void {
  process.stdout.write(`No test ended for ${QUIET_MS / 60_000} minutes: the run is stopped.\n`);
  child.stdout?.on('data', (text: string) => process.stdout.write(text));
  child.kill('SIGINT');
  setTimeout(() => child.kill('SIGKILL'), STOPPING_MS).unref();
}

/** A tool that exits with an error without counting anything is one failure. */
function atLeastOneFailure(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

async function single(tool: string, args: readonly string[]): Promise<Counts> {
  const { code } = await run(tool, args);
  return atLeastOneFailure(code, { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 });
}

/** AVA, through its TAP output: failures are printed, passes are counted. */
async function suites(files: readonly string[]): Promise<Counts> {
  const { code, output } = await run('ava', ['--tap', ...files], true);
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  if (code !== 0) process.stdout.write(failures(output));
  return atLeastOneFailure(code, { passed: count('pass'), failed: count('fail'), skipped: count('skip') });
}

/** The blocks of failed tests, with what they logged. */
function failures(tap: string): string {
  const blocks = tap.split(/^(?=(?:not )?ok \d+)/m);
  return blocks.filter((block) => block.startsWith('not ok') && !/^not ok \d+ .*# SKIP/.test(block)).join('');
}

async function journeys(files: readonly string[]): Promise<Counts> {
  const { code } = await run('playwright', ['test', '--config', 'console/playwright.config.ts', ...files]);
  const stats = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')).stats ?? {};
  return atLeastOneFailure(code, {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  });
}

async function timed(title: string, part: Promise<Counts>): Promise<Counts> {
  const start = performance.now();
  const counts = await part;
  const seconds = Math.round((performance.now() - start) / 1000);
  const mark = counts.failed === 0 ? '✔' : '✘';
  process.stdout.write(`${mark} ${title}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s\n`);
  return counts;
}

async function named(pattern: string, name: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(`${ROOMS}/**/${pattern}`, { cwd: root }));
  return files.filter((file) => file.includes(name)).toSorted();
}

async function runNamed(name: string): Promise<Counts[]> {
  const [suiteFiles, journeyFiles] = [await named('*.test.ts', name), await named('*.spec.ts', name)];
  if (suiteFiles.length + journeyFiles.length === 0) {
    process.stdout.write(`No suite and no journey has “${name}” in its path.\n`);
    return [{ passed: 0, failed: 1, skipped: 0 }];
  }
  return [
    ...(suiteFiles.length > 0 ? [await timed('suites', suites(suiteFiles))] : []),
    ...(journeyFiles.length > 0 ? [await timed('journeys', journeys(journeyFiles))] : []),
  ];
}

async function runAll(): Promise<Counts[]> {
  return [
    await timed('type check', single('tsc', ['-p', '.'])),
    await timed('linter', single('biome', ['check', '.'])),
    await timed('suites', suites([])),
    await timed('journeys', journeys([])),
  ];
}

const name = process.argv[2];
const results = name === undefined ? await runAll() : await runNamed(name);
await rm(scratch, { recursive: true, force: true });
const sum = (key: keyof Counts) => results.reduce((total, counts) => total + counts[key], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
