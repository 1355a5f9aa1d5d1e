import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** In a folder that has a file of this name, whole runs start it instead of the files that it imports. */
export const TOGETHER = 'together.test.ts';

const SERVICES = ['checker', 'command-service', 'console', 'infra', 'projections', 'query-service'];

/** Hooks before tests, tests that want to be alone, changed globals and measured threads would reach the tests of other files. */
const ALONE = new RegExp(
  [
    /\btest\.(before|beforeEach|afterEach|serial)\b/,
    /(process\.env|globalThis|\.prototype)\.\w+ = |delete process\.env|threadCpuUsage/,
    /\/apps\/(server-process|cluster)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Over the network, limits of the product apply, which calculations of other tests would use up. */
const NETWORK = /createServer\(|\/fakes\/|test-site|\/apps\/server/;

/** Here are no calculations, and to load the modules of a whole system costs as much as its tests. */
const SYSTEMS = path.join('testing', 'system');

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
    .filter(({ file, text }) => !ALONE.test(text) && (file.includes(SYSTEMS) || !NETWORK.test(text)));
  const waits = ({ text }: { readonly text: string }) => Number(/\basync\b|\/contracts\//.test(text));
  return shared.toSorted((a, b) => waits(a) - waits(b) || (a.file < b.file ? -1 : 1)).map(({ file }) => file);
}
