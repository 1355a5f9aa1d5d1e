/** Everything that operating.md names exists: files, settings, metrics, commands and the anchors of links. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { SETTING_NAMES } from '../main/config/config.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(import.meta.dirname, 'operating.md'), 'utf8');
const unit = readFileSync(path.join(root, 'infra', 'service', 'linkledger.service'), 'utf8');

test('every file and anchor that the document links to exists', (t) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => link);
  t.true(links.length > 5);
  for (const link of links) {
    const [file = '', anchor] = link.split('#');
    const place = path.join(import.meta.dirname, file === '' ? 'operating.md' : file);
    t.true(existsSync(place), link);
    if (anchor === undefined) continue;
    const headings = [...readFileSync(place, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
    t.true(headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-')).includes(anchor), link);
  }
});

test('every setting in the document and in the unit exists', (t) => {
  const named = [...`${text}\n${unit}`.matchAll(/\b([A-Z]+(?:_[A-Z]+)+)=?/g)].map(([, name = '']) => name);
  const others = new Set(['NODE_ENV', 'AF_INET', 'AF_UNIX', 'AF_NETLINK']);
  t.deepEqual(
    [...new Set(named)].filter((name) => !SETTING_NAMES.includes(name) && !others.has(name)),
    [],
  );
});

test('the program reports every metric in the document', (t) => {
  const sources = globSync('{infra,command-service,checker}/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('node_modules') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const named = [...text.matchAll(/`(linkledger_\w+)`/g)].map(([, name = '']) => name);
  t.true(named.length >= 7);
  for (const name of named) t.true(sources.includes(`'${name}'`), name);
});

test('every npm command in the document is a script, and the unit starts node as npm start does', (t) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  for (const [, name = ''] of text.matchAll(/npm run (\w+)/g)) t.true(name in scripts, name);
  const [, started = ''] = /^ExecStart=\S+\/node (.+)$/m.exec(unit) ?? [];
  t.is(scripts.start, `exec node ${started}`);
});
