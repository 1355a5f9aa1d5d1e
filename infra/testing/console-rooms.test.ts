/** Checks that the rooms of the console import one way, with lazy imports counted. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.resolve(import.meta.dirname, '..', '..', 'console');

/** From bottom to top: a room imports only from its own line and lines above it. */
const ROOMS = [
  ['languages'],
  ['platform/language'],
  ['platform/browser', 'platform/format', 'platform/store', 'platform/address'],
  ['platform/timing', 'platform/api', 'platform/loading'],
  ['platform/live'],
  ['ui'],
  ['ui/layout'],
  ['ui/theme', 'ui/toasts', 'ui/text', 'ui/feedback'],
  ['ui/dialogs', 'ui/lists', 'ui/pages'],
  ['ui/fields'],
  ['ui/forms'],
  ['past'],
  ['session'],
  ['users', 'billing', 'calendar'],
  ['status-checks'],
  ['links'],
  [
    'links/tags',
    'links/filters',
    'links/actions',
    'links/corrections',
    'links/evidence-packs',
    'links/terms',
    'links/money',
  ],
  ['links/edit', 'links/details', 'links/stats', 'links/views', 'links/export'],
  ['links/bulk'],
  ['links/columns', 'links/templates'],
  ['links/table'],
  ['links/list'],
  ['links/import'],
  ['first-steps'],
  [
    'account',
    'brand',
    'channels',
    'alerts',
    'alerts/notifications',
    'api-tokens',
    'dashboard',
    'judging',
    'share-page',
    'trash',
  ],
  ['shares'],
  ['clients'],
  ['teams', 'campaigns'],
  ['ledger', 'system', 'reports', 'alert-rules'],
  ['compare'],
  ['invitations'],
  ['settings'],
  ['app/shell'],
  ['app/palette'],
  ['app'],
  ['.'],
];

const CONTRACTS =
  /^(command-service\/(contract\/.+|model\/[\w-]+\/(commands|events))|query-service\/contract\/([\w-]+|answers\/[\w-]+))\.ts$/;

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll(path.sep, '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/^(dist|e2e|build)\/|\.(test|config|d)\.ts$/.test(name));

const imports = files.flatMap((from) => {
  const text = readFileSync(path.join(root, from), 'utf8');
  const found = text.matchAll(/(?:^|\n)(?:import|export)[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g);
  return [...found].map(([, fixed, lazy]): Import => {
    const to = path.posix.normalize(path.posix.join(path.posix.dirname(from), fixed ?? lazy ?? ''));
    return { from, to };
  });
});
const inside = imports.filter(({ to }) => !to.startsWith('../'));

/** What manages a team and its members shares the texts and queries of the teams. */
const roomOf = (file: string) => path.posix.dirname(file).replace(/^teams\/(manage|members)$/, 'teams');
const lineOf = (file: string) => ROOMS.findIndex((line) => line.includes(roomOf(file)));
const format = (found: readonly Import[]) => found.map(({ from, to }) => `${from} imports ${to}`);

/** The nodes that reach themselves. */
function circular(edges: readonly Import[]): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  return [...next.keys()].filter((start) => {
    const reached = new Set(next.get(start));
    for (const node of reached) for (const to of next.get(node) ?? []) reached.add(to);
    return reached.has(start);
  });
}

test('every file of the console is in a room of the list', (t) => {
  t.deepEqual(
    files.filter((file) => lineOf(file) < 0),
    [],
  );
  t.true(files.length > 200);
});

test('a room of the console imports only lower rooms', (t) => {
  t.deepEqual(format(inside.filter(({ from, to }) => lineOf(to) > lineOf(from))), []);
});

test('neither files nor rooms of the console import each other in a circle', (t) => {
  t.deepEqual(circular(inside), []);
  const between = inside
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to);
  t.deepEqual(circular(between), []);
});

test('the console imports of other services only contracts', (t) => {
  const outside = imports
    .filter(({ to }) => to.startsWith('../'))
    .map(({ from, to }) => ({ from, to: to.slice('../'.length) }));
  t.deepEqual(format(outside.filter(({ to }) => !CONTRACTS.test(to))), []);
});
