/**
 * What the engines of several machines can do, each beside its bare client: `node infra/bench/engines.ts`. It runs the
 * files of engines/ one after the other. A server that is not there is named and left out.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'engines');
for (const name of readdirSync(folder).toSorted()) {
  console.log(`\n${name}`);
  const [code] = await once(spawn(process.execPath, [path.join(folder, name)], { stdio: 'inherit' }), 'exit');
  if (code !== 0) process.exitCode = 1;
}
