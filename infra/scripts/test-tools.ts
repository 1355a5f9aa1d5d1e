/** The tools that `npm test` and `npm run test:stress` run, and the result of each test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { TOGETHER } from '../testing/together/files-together.ts';

export interface TestResult {
  /** The path of its file, then its title. */
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** 0 for a suite's test shorter than a tenth of a second. */
  readonly ms: number;
}

const UNKNOWN: TestResult = { title: '', outcome: 'passed', ms: 0 };

/** One tool's run. `passed` and `failed` count tests, or the tool itself if it has none. */
export interface Part {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly TestResult[];
}

interface RunOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Takes the tool's standard output line by line. Without it, the output goes to the terminal. */
  readonly onLine?: (line: string) => void;
}

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const ROOMS = '{checker,command-service,console,infra,projections,query-service}';

/** Linux's file system in memory, and the most that a run of all tests puts there. */
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES = 4 * 2 ** 30;

/** Detects a test that hangs: longer than any pause between two lines, even with real servers. */
const QUIET_MS = 20 * 60_000;
const STOPPING_MS = 10_000;

/** A line of AVA's reporter: its mark, the title, and the time if the test took long. */
const SUITE_LINE = /^ +(✔|✘ \[fail\]:|- \[skip\]) (.+?)(?: \(((?:[\d.]+(?:ms|s|m|h) ?)+)\))?$/;
/** The line after it, for a test that waited for its turn (infra/testing/turns.ts). */
const TOOK_LINE = /^ +ℹ took (\d+) ms$/;
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

export class TestTools {
  readonly #scratch: string;

  private constructor(scratch: string) {
    this.#scratch = scratch;
  }

  static async open(): Promise<TestTools> {
    const parent = (await hasMemoryFolder()) ? MEMORY_FOLDER : os.tmpdir();
    const scratch = await mkdtemp(path.join(parent, 'linkledger-test-'));
    await mkdir(path.join(scratch, 'tmp'));
    return new TestTools(scratch);
  }

  async close(): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true });
  }

  /** A tool that counts no tests: it passes or fails itself. */
  async check(tool: string, args: readonly string[]): Promise<Part> {
    const code = await this.#run(tool, args);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, results: [] };
  }

  /** AVA. Prints the tests that did not pass, with AVA's messages. */
  async suites(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Part> {
    const results: TestResult[] = [];
    const onLine = (line: string) => {
      const took = TOOK_LINE.exec(line)?.[1];
      const result = took === undefined ? suiteResult(line) : { ...(results.pop() ?? UNKNOWN), ms: Number(took) };
      if (result !== null) results.push(result);
      if (result?.outcome !== 'passed') process.stdout.write(`${line}\n`);
    };
    return counted(await this.#run('ava', args, { settings, onLine }), results);
  }

  async journeys(args: readonly string[]): Promise<Part> {
    const report = path.join(this.#scratch, 'journeys.json');
    await rm(report, { force: true });
    const settings = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const code = await this.#run('playwright', ['test', '--config', 'console/playwright.config.ts', ...args], {
      settings,
    });
    return counted(code, journeyResults(JSON.parse(await readFile(report, 'utf8').catch(() => '{}')).suites ?? []));
  }

  /** Resolves to the exit code. */
  #run(tool: string, args: readonly string[], { settings, onLine }: RunOptions = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const child = spawn(path.join(ROOT, 'node_modules', '.bin', tool), args, {
        cwd: ROOT,
        env: {
          // Hundreds of threads and processes load the same modules, so each is compiled once.
          NODE_COMPILE_CACHE: path.join(this.#scratch, 'compiled'),
          ...process.env,
          TMPDIR: path.join(this.#scratch, 'tmp'),
          ...settings,
        },
        stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit'],
      });
      const quiet = onLine && setTimeout(() => interrupt(child), QUIET_MS);
      const { stdout } = child;
      if (stdout !== null) {
        createInterface({ input: stdout }).on('line', (line) => {
          onLine?.(line);
          quiet?.refresh();
        });
        // A process that a test left behind may keep the pipe open.
        child.on('exit', () => setTimeout(() => stdout.destroy(), STOPPING_MS).unref());
      }
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(quiet);
        resolve(code ?? 1);
      });
    });
  }
}

/** The suites (`*.test.ts`) or journeys (`*.spec.ts`) whose path contains one of the names. */
export async function testFiles(ending: 'test' | 'spec', names: readonly string[]): Promise<string[]> {
  const files = await Array.fromAsync(glob(`${ROOMS}/**/*.${ending}.ts`, { cwd: ROOT }));
  return files
    .filter((file) => path.basename(file) !== TOGETHER && names.some((name) => file.includes(name)))
    .toSorted();
}

/** The counts of a part: `12 passed, 0 failed, 1 skipped`. */
export function countsOf(parts: readonly Part[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => parts.reduce((total, part) => total + part[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}

/** Thousands of databases of a few pages are created, synced and removed: in memory that takes a tenth of the time. */
async function hasMemoryFolder(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MEMORY_BYTES;
}

/** Ends a tool that hangs: AVA then names the tests that it waits for. */
function interrupt(child: ChildProcess): void {
  process.stdout.write(`No test ended for ${QUIET_MS / 60_000} minutes: the run is stopped.\n`);
  child.kill('SIGINT');
  setTimeout(() => child.kill('SIGKILL'), STOPPING_MS).unref();
}

/** A tool that exits with an error without a failed test counts as one failure. */
function counted(code: number, results: readonly TestResult[]): Part {
  const count = (wanted: TestResult['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  const failed = count('failed');
  return {
    passed: count('passed'),
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: count('skipped'),
    results,
  };
}

function suiteResult(line: string): TestResult | null {
  const [, mark, title = '', time = ''] = SUITE_LINE.exec(line) ?? [];
  if (mark === undefined) return null;
  const outcome = mark === '✔' ? 'passed' : mark.startsWith('-') ? 'skipped' : 'failed';
  const times = [...time.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  const ms = times.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS], 0);
  return { title: title.replace(' › together › ', ' › '), outcome, ms };
}

/** A suite of Playwright's JSON report. */
interface ReportedSuite {
  readonly specs?: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly ReportedSuite[];
}

/** A journey that passes only on a second try has failed. */
function journeyResults(suites: readonly ReportedSuite[]): TestResult[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.map(
        ({ status, results }): TestResult => ({
          title: `${file} › ${title}`,
          outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
          ms: results.reduce((sum, { duration }) => sum + duration, 0),
        }),
      ),
    ),
    ...journeyResults(suite.suites ?? []),
  ]);
}
