/** Checks the direction of imports between rooms and services. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.resolve(import.meta.dirname, '..', '..');
const FOLDERS = ['checker', 'command-service', 'console', 'infra', 'projections', 'query-service'];

/** What a service may import of another: its contract, events and commands of its model, and what views are made of. */
const CONTRACTS = [
  /^(command|query)-service\/contract\/.+\.(ts|json)$/,
  /^command-service\/model\/[\w-]+\/(commands|events)\.ts$/,
  /^projections\/(view|(rules|alerts(\/rules)?|views\/\w+)\/[\w-]+)\.ts$/,
];

/** Puts the parts together; nothing imports it but tests and itself. */
const ROOF = /^infra\/(main(\/.+)?|scripts\/.+)\.(ts|mjs)$/;
const ADAPTERS = /^infra\/(engines\/.+|mail\/[\w-]+|crypto\/(personal-data|password-hasher))\.ts$/;

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((name) => /\.tsx?$/.test(name) && !/^console\/dist\//.test(name) && !name.includes('node_modules')),
);
const isTest = (file: string) => /\.(test|spec|config)\.tsx?$/.test(file) || /\/(e2e|bench|testing)\//.test(file);
const sources = files.filter((file) => !isTest(file));

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|(?:import|createRequire\(import\.meta\.url\))\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...statements].map((match) => {
    const target = match[2] ?? match[3] ?? match[4] ?? '';
    const to = target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
    return { from: file, to, typeOnly: match[1] !== undefined };
  });
}

const imports = sources.flatMap(importsOf);
const isOurs = (to: string) => FOLDERS.some((folder) => to.startsWith(`${folder}/`));
const folderOf = (file: string) => file.split('/')[0];
const isContract = (to: string) => CONTRACTS.some((contract) => contract.test(to));
const say = (found: readonly Import[]) => found.map(({ from, to }) => `${from} imports ${to}`);

test('the test reads real imports: the composition root imports something of every service', (t) => {
  const reached = new Set(imports.filter(({ from }) => ROOF.test(from)).map(({ to }) => folderOf(to)));
  for (const folder of ['checker', 'command-service', 'projections', 'query-service'])
    t.true(reached.has(folder), folder);
});

test('nothing imports infra/main', (t) => {
  t.deepEqual(say(imports.filter(({ from, to }) => ROOF.test(to) && !ROOF.test(from))), []);
});

test('the ground, which is infra without infra/main, imports no service', (t) => {
  const isGround = (file: string) => file.startsWith('infra/') && !ROOF.test(file);
  t.true(imports.some(({ from }) => isGround(from)));
  t.deepEqual(say(imports.filter(({ from, to }) => isGround(from) && isOurs(to) && !to.startsWith('infra/'))), []);
});

test('a service imports of another service only its contract, and events and commands of its model', (t) => {
  const isService = (file: string) => isOurs(file) && !file.startsWith('infra/');
  const wrong = imports.filter(
    ({ from, to }) => isService(from) && isService(to) && folderOf(from) !== folderOf(to) && !isContract(to),
  );
  t.deepEqual(say(wrong), []);
});

test('the checker imports only its contract with the server', (t) => {
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('checker/') &&
      isOurs(to) &&
      !to.startsWith('checker/') &&
      !/^(command-service\/contract\/(check-contract|link-address|reasons|observation)|infra\/ports\/process\/(check-queue|logger)|infra\/network\/[\w-]+)\.ts$/.test(
        to,
      ),
  );
  t.deepEqual(say(wrong), []);
});

test('the policy and the ports import nothing but timers', (t) => {
  const pure = /^(command-service\/contract\/policy|infra\/ports\/.+)\.ts$/;
  const allowed = /^(infra\/ports\/|node:timers\/promises$)/;
  t.deepEqual(say(imports.filter(({ from, to }) => pure.test(from) && !allowed.test(to))), []);
});

test('commands import yup, the contract, events and each other', (t) => {
  const allowed = /^(yup|command-service\/(contract\/.+|model\/[\w-]+\/(commands|events))\.ts)$/;
  const commands = imports.filter(({ from }) => /^command-service\/model\/[\w-]+\/commands\.ts$/.test(from));
  t.true(commands.length > 0);
  t.deepEqual(say(commands.filter(({ to }) => !allowed.test(to))), []);
});

test('deciders import commands, events, errors and the shape of a decider, and read no clock', (t) => {
  const allowed =
    /^(command-service\/(model\/[\w-]+\/(commands|events|warnings)|core\/(decider|errors)|contract\/(events|observation|plans|prices|reasons|scope|tags))\.ts|node:crypto|infra\/ports\/.+\.ts)$/;
  const deciders = sources.filter((file) => /^command-service\/model\/[\w-]+\/[\w-]*decider\.ts$/.test(file));
  t.true(deciders.length > 0);
  t.deepEqual(say(imports.filter(({ from, to }) => deciders.includes(from) && !allowed.test(to))), []);
  for (const file of deciders)
    t.notRegex(readFileSync(path.join(root, file), 'utf8'), /Date\.now|new Date\(|randomUUID/);
});

test('views import only contracts and pure files of the projections', (t) => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith('projections/views/') && !isContract(to) && !/^(tldts$|infra\/ports\/)/.test(to),
  );
  t.deepEqual(say(wrong), []);
});

/**
 * The rooms of a service in order: a file may import its own room and those of earlier lines, not its neighbors'. Files
 * that a pattern names are a room of their own.
 */
const ORDERED_ROOMS: readonly (readonly (string | RegExp)[])[][] = [
  [
    ['checker/visit/', 'checker/html/', 'checker/shared-visits.ts', 'checker/lanes.ts'],
    ['checker/page/'],
    ['checker/http/', 'checker/politeness/', 'checker/verdict/'],
    ['checker/context/', 'checker/browser/', 'checker/in-page/'],
    ['checker/render/'],
    ['checker/check.ts'],
    ['checker/report-sender.ts'],
    ['checker/work.ts', 'checker/answer-orders.ts', 'checker/cli.ts'],
  ],
  [
    ['projections/view.ts', 'projections/rules/'],
    [
      'projections/views/ledger/',
      'projections/views/links/',
      'projections/views/people/',
      'projections/views/reports/',
    ],
    ['projections/alerts/rules/'],
    ['projections/views/all-views.ts', 'projections/alerts/'],
    ['projections/runner/'],
    ['projections/as-of/'],
  ],
  [
    ['query-service/contract/answers/'],
    ['query-service/contract/'],
    ['query-service/access/'],
    ['query-service/presenters/'],
    ['query-service/lists/'],
    ['query-service/live/', 'query-service/shares/', 'query-service/stats/'],
    ['query-service/deps.ts'],
    ['query-service/as-of/'],
    ['query-service/reports/'],
    ['query-service/http/'],
  ],
  [
    ['command-service/contract/'],
    [/^command-service\/model\/[\w-]+\/events\.ts$/],
    [/^command-service\/contract\/(events|plans|prices|reasons)\.ts$/],
    ['command-service/contract/languages/', 'command-service/core/'],
    ['command-service/model/'],
    [/^command-service\/core\/authorize\.ts$/],
    ['command-service/billing/'],
    ['command-service/checks/', 'command-service/clock/'],
    ['command-service/links/'],
    ['command-service/unsubscribe/'],
    ['command-service/mail/', 'command-service/evidence-packs/'],
    ['command-service/channels/'],
    ['command-service/mail/rounds/'],
    ['command-service/identity/'],
    ['command-service/imports/', 'command-service/jobs/', 'command-service/reports/', 'command-service/brand/'],
    ['command-service/alert-rules/'],
    ['command-service/scheduled/'],
    ['command-service/reactors/'],
    ['command-service/http/'],
  ],
  [
    ['infra/ports/text/', 'infra/ports/process/'],
    ['infra/ports/storage/'],
    ['infra/ports/'],
    ['infra/crypto/', 'infra/ledger/', 'infra/mail/', 'infra/network/'],
    ['infra/http/request/'],
    ['infra/http/auth/', 'infra/http/limits/'],
    ['infra/http/routing/'],
    ['infra/http/openapi/'],
    ['infra/observability/'],
    ['infra/engines/commit-watch.ts', 'infra/engines/event-window.ts', 'infra/engines/run-here.ts'],
    [
      'infra/engines/embedded/',
      'infra/engines/eventstoredb/',
      'infra/engines/mongodb/database.ts',
      'infra/engines/kafka/',
    ],
    ['infra/engines/mongodb/'],
    ['infra/engines/distributed/'],
    ['infra/engines/open-engine.ts'],
    ['infra/main/config/'],
    ['infra/main/doctor/'],
    ['infra/main/status/'],
    ['infra/main/parts/'],
    ['infra/main/sample/'],
    ['infra/main/roles/'],
    ['infra/main/process/'],
    ['infra/main.ts', 'infra/main/cli/', 'infra/main/demo/', 'infra/scripts/'],
  ],
];

/** The name that says most decides the room of a file. */
const weightOf = (name: string | RegExp) => (typeof name === 'string' ? name.length : Number.POSITIVE_INFINITY);

test('inside each service and infra, rooms import only rooms below them', (t) => {
  for (const lines of ORDERED_ROOMS) {
    const rooms = lines.flatMap((line, rank) => line.map((name) => ({ name, rank })));
    const roomOf = (file: string) =>
      rooms
        .filter(({ name }) => (typeof name === 'string' ? file.startsWith(name) : name.test(file)))
        .toSorted((one, other) => weightOf(other.name) - weightOf(one.name))[0];
    const wrong = imports.filter(({ from, to }) => {
      const [source, target] = [roomOf(from), roomOf(to)];
      return source !== undefined && target !== undefined && source !== target && target.rank >= source.rank;
    });
    t.deepEqual(say(wrong), []);
    const service = rooms.flatMap(({ name }) => (typeof name === 'string' ? folderOf(name) : []))[0];
    t.deepEqual(
      sources.filter((file) => folderOf(file) === service && roomOf(file) === undefined),
      [],
    );
  }
});

test('no files import each other in a circle', (t) => {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    else if (!done.has(file)) {
      for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    }
  };
  for (const file of sources) visit(file, []);
  t.deepEqual(circles, []);
});

test('the console is built again after a change of any file in it', (t) => {
  const setup = readFileSync(path.join(root, 'infra/scripts/setup.mjs'), 'utf8');
  const rooms = [...(/CONSOLE_SOURCES = \[(.*?)\]/s.exec(setup)?.[1] ?? '').matchAll(/'(.+?)'/g)].map(
    ([, room]) => room,
  );
  const targets = Map.groupBy(
    imports.filter(({ to, typeOnly }) => isOurs(to) && !typeOnly),
    ({ from }) => from,
  );
  const built = new Set(sources.filter((file) => file.startsWith('console/')));
  for (const file of built) for (const { to } of targets.get(file) ?? []) built.add(to);
  t.deepEqual(
    [...built].filter((file) => !rooms.some((room) => file.startsWith(`${room}/`))),
    [],
  );
});

test('query-service opens no event store', (t) => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith('query-service/') && to === 'infra/ports/storage/event-store.ts',
  );
  t.deepEqual(say(wrong), []);
});

test('adapters are named only by the composition and by each other', (t) => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) => ADAPTERS.test(to) && !typeOnly && !ROOF.test(from) && !ADAPTERS.test(from),
  );
  t.deepEqual(say(wrong), []);
});

test('the client of each server is imported in its room only', (t) => {
  const clients = { '@eventstore/db-client': 'eventstoredb', mongodb: 'mongodb', kafkajs: 'kafka' };
  const wrong = imports.filter(({ from, to }) =>
    Object.entries(clients).some(([name, room]) => to === name && !from.startsWith(`infra/engines/${room}/`)),
  );
  t.deepEqual(say(wrong), []);
});

test('one file connects to databases, and their bytes are read only by the check before that', (t) => {
  // Closing a descriptor of a database drops SQLite's locks on it, and another program then deletes its write-ahead log.
  const having = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')));
  t.deepEqual(having(/new DatabaseSync\(/), ['infra/engines/embedded/sqlite/database.ts']);
  t.deepEqual(
    having(/from 'node:fs(\/promises)?'/).filter((file) =>
      /^infra\/engines\/embedded\/(log|sqlite|views|stores\/(expiring|key)-store)/.test(file),
    ),
    ['infra/engines/embedded/sqlite/database.ts', 'infra/engines/embedded/sqlite/file-check.ts'],
  );
  t.deepEqual(say(imports.filter(({ to }) => to === 'infra/engines/embedded/sqlite/file-check.ts')), [
    'infra/engines/embedded/folder/data-folder.ts imports infra/engines/embedded/sqlite/file-check.ts',
  ]);
});

test('only the configuration reads the environment', (t) => {
  const readers = sources.filter(
    (file) => !file.startsWith('console/') && /process\.env\b/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  t.deepEqual(
    readers.filter((file) => file !== 'infra/main/config/config.ts' && !file.startsWith('infra/scripts/')),
    [],
  );
});

test('only the console’s API file fetches', (t) => {
  const fetchers = sources.filter(
    (file) => file.startsWith('console/') && /(^|[^.\w])fetch\(/m.test(readFileSync(path.join(root, file), 'utf8')),
  );
  t.deepEqual(fetchers, ['console/platform/api/client.ts']);
});

/** The package that an import names, or null for a file or a module of Node. */
function packageOf({ to }: Import): string | null {
  if (isOurs(to) || to.startsWith('node:') || to.startsWith('.') || /^virtual:/.test(to)) return null;
  return to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
}

const {
  dependencies,
  devDependencies,
  optionalDependencies,
}: Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

test('the server runs with its dependencies alone, and none of them is only for the console or for development', (t) => {
  const isServer = (file: string) => !/^(console|infra\/scripts)\//.test(file) && !isTest(file);
  const all = files.flatMap(importsOf).filter(({ typeOnly }) => !typeOnly);
  const server = all.filter(({ from }) => isServer(from));
  t.deepEqual(say(server.filter(({ to }) => isOurs(to) && !isServer(to))), []);
  const packages = new Set(server.flatMap((each) => packageOf(each) ?? []));
  t.deepEqual([...packages].filter((name) => !(name in dependencies)).toSorted(), []);
  const others = new Set(all.flatMap((each) => packageOf(each) ?? []).filter((name) => !packages.has(name)));
  t.true(others.has('react'));
  t.deepEqual([...others].filter((name) => name in dependencies).toSorted(), []);
});

test('every package that is imported is listed in package.json', (t) => {
  const listed = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  const wrong = files.flatMap(importsOf).filter((each) => {
    const name = packageOf(each);
    return name !== null && !listed.has(name) && !listed.has(`@types/${name}`);
  });
  t.deepEqual(say(wrong), []);
});

test('the lock file has every package with its hash and without a registry, and one Node for all platforms', (t) => {
  const { packages }: { packages: Record<string, { integrity?: string; resolved?: string; version?: string }> } =
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(packages).filter(([place]) => place !== '');
  t.true(installed.length > 500);
  for (const [place, { integrity, resolved }] of installed) {
    t.regex(integrity ?? '', /^sha512-/, place);
    t.is(resolved, undefined, place);
  }
  t.is(new Set(Object.values(optionalDependencies)).size, 1);
  for (const [name, version] of Object.entries(optionalDependencies)) {
    t.regex(name, /^node-(bin-)?(linux|darwin|win)-(x64|arm64)$/);
    t.is(packages[`node_modules/${name}`]?.version, version);
  }
});
