/** What a start without servers loads. */
import test from 'ava';
import { startProcess } from '../../apps/server-process.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Prints the names of the packages that are loaded. */
const WATCH = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name) process.stdout.write('loads ' + name + '\\n');
    return next(url, context);
  },
});`;

test('a start without servers loads no client of one', async (t) => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(WATCH)}`;
  const app = await startProcess({ DATA_DIR: temporaryFolder(t), CHECKER_RENDER: 'never', NODE_OPTIONS });
  await app.end('SIGTERM');
  const packages = new Set(app.said.flatMap((line) => /^loads (.+)$/.exec(line)?.[1] ?? []));
  t.true(packages.has('koa'), 'packages are watched');
  for (const client of ['@eventstore/db-client', '@grpc/grpc-js', 'mongodb', 'bson', 'kafkajs'])
    t.false(packages.has(client), client);
});
