import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** In a folder that has a file of this name, whole runs start it instead of the files that it imports. */
export const TOGETHER = 'together.test.ts';

const SERVICES = ['checker', 'command-service', 'console', 'infra', 'projections', 'query-service'];

/**
 * Hooks before tests, tests that want to be alone, changed globals and measured threads would reach the tests of other
 * files. Over the network, limits of the product apply, which calculations of other tests would use up. A whole system
 * has threads of its own, so sharing saves it nothing.
 */
const ALONE = new RegExp(
  [
    /\btest\.(before|beforeEach|afterEach|serial)\b/,
    /process\.env\.\w+ = |delete process\.env|globalThis\.\w+ = |threadCpuUsage/,
    /createServer\(|\/fakes\/|test-site/,
    /\/apps\/(server|cluster)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The entries below a folder, absolute. */
export function entriesTogether(folder: string): string[] {
  return globSync(`{${SERVICES.join(',')}}/**/${TOGETHER}`, { cwd: folder }).map((name) => path.join(folder, name));
}

/**
 * The test files below a folder that can share a thread, absolute: those of its subfolder's entry are not. Files whose
 * tests wait for nothing come first, so that long calculations keep no other test from its answer.
 */
export function filesTogether(folder: string): string[] {
  const files = globSync('**/*.test.ts', { cwd: folder }).map((name) => path.join(folder, name));
  const inner = files.filter((file) => path.basename(file) === TOGETHER).map((file) => path.dirname(file));
  const shared = files
    .filter((file) => path.basename(file) !== TOGETHER)
    .filter((file) => !inner.some((entry) => entry !== folder && file.startsWith(entry + path.sep)))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => !ALONE.test(text));
  const waits = ({ text }: { readonly text: string }) => Number(/\basync\b|\/contracts\//.test(text));
  return shared.toSorted((a, b) => waits(a) - waits(b) || (a.file < b.file ? -1 : 1)).map(({ file }) => file);
}
