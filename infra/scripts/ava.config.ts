/** How AVA runs all suites: files share a thread if they can, and the longest begin first. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { entriesTogether, filesTogether } from '../testing/together/files-together.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const { ava } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const entries = entriesTogether(root);
const shared = entries.flatMap((entry) => filesTogether(path.dirname(entry)));
const relative = (file: string) => path.relative(root, file);

/** Orders by a hash of seed and path (FNV-1a), so that a run can be repeated. */
function shuffled(seed: string) {
  const hash = (file: string) =>
    [...seed, ...relative(file)].reduce((sum, c) => Math.imul(sum ^ c.charCodeAt(0), 16777619), 2166136261);
  return (a: string, b: string) => hash(a) - hash(b);
}

/** Files that share a thread are the longest, then those with whole systems. */
const length = (file: string) => (entries.includes(file) ? 0 : file.includes(`${path.sep}system${path.sep}`) ? 1 : 2);

const seed = process.env.TEST_ORDER_SEED;

export default {
  ...ava,
  files: ['**/*.test.ts', ...shared.map((file) => `!${relative(file)}`)],
  sortTestFiles: seed === undefined ? (a: string, b: string) => length(a) - length(b) : shuffled(seed),
};
