/**
 * `npm test`: the type check, the linter, every AVA suite and the browser journeys, one after the other, closing with
 * one line of real counts. A part that breaks off without counting anything counts as one failure.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const root = path.resolve(import.meta.dirname, '..', '..');
const scratch = await mkdtemp(path.join(os.tmpdir(), 'linkledger-test-'));
const report = path.join(scratch, 'journeys.json');

/** Runs a tool of ours; answers its exit code and, with `keep`, what it printed. */
function run(tool: string, args: readonly string[], keep = false): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', tool), args, {
      cwd: root,
      // Hundreds of files run in a thread or process of their own: each module is compiled once for all of them.
      env: { NODE_COMPILE_CACHE: path.join(scratch, 'compiled'), ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      stdio: ['ignore', keep ? 'pipe' : 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function single(title: string, tool: string, args: readonly string[]): Promise<Counts> {
  const { code } = await run(tool, args);
  process.stdout.write(`${code === 0 ? '✔' : '✘'} ${title}\n`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** AVA, through its TAP output: what failed is printed, what passed is counted. */
async function suites(): Promise<Counts> {
  const { code, output } = await run('ava', ['--tap'], true);
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skip') };
  if (code !== 0) process.stdout.write(failures(output));
  process.stdout.write(`${code === 0 ? '✔' : '✘'} ${counts.passed} tests of the suites\n`);
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function failures(tap: string): string {
  const blocks = tap.split(/^(?=(?:not )?ok \d+|# )/m);
  return blocks.filter((block) => block.startsWith('not ok') && !/^not ok \d+ .*# SKIP/.test(block)).join('');
}

async function journeys(): Promise<Counts> {
  const { code } = await run('playwright', ['test', '--config', 'console/playwright.config.ts']);
  const stats = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')).stats ?? {};
  const counts = {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
  };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

const results = [
  await single('type check', 'tsc', ['-p', '.']),
  await single('linter', 'biome', ['check', '.']),
  await suites(),
  await journeys(),
];
await rm(scratch, { recursive: true, force: true });
const sum = (key: keyof Counts) => results.reduce((total, counts) => total + counts[key], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
