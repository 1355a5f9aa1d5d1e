/**
 * `npm run dev`: the console with hot reload at http://localhost:5173, and behind it the server, which restarts when one
 * of its files changes. Settings come from the environment and `.env`, as for `npm start`. Ctrl+C ends both.
 *
 * `node --watch` does not serve here: in worker threads it sends messages of its own to the parent's port.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs/promises';
import path from 'node:path';
import { createServer } from 'vite';

const CONSOLE_URL = 'http://localhost:5173';
const SERVER_ROOMS = ['checker', 'command-service', 'infra', 'projections', 'query-service'];

const root = path.resolve(import.meta.dirname, '..', '..');
let server: ChildProcess | null = null;
/** The current restart: the data folder is free only when the last server has ended. */
let restarting: Promise<void> | null = null;

function startServer(): void {
  // Links in mails lead to the console with hot reload.
  const env = { PUBLIC_URL: CONSOLE_URL, ...process.env };
  server = spawn(process.execPath, ['infra/main.ts'], { cwd: root, env, stdio: 'inherit' });
}

async function stopServer(): Promise<void> {
  const running = server;
  if (running === null || running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
}

async function restart(): Promise<void> {
  await stopServer();
  restarting = null;
  startServer();
}

async function restartOnChanges(room: string): Promise<void> {
  for await (const { filename } of watch(path.join(root, room), { recursive: true })) {
    if (filename === null || !/(?<!\.test)\.(ts|json)$/.test(filename)) continue;
    if (restarting !== null) continue;
    process.stdout.write(`${path.join(room, filename)} changed: restarting the server\n`);
    restarting = restart();
  }
}

startServer();
const vite = await createServer({
  configFile: path.join(root, 'console', 'vite.config.ts'),
  server: { port: Number(new URL(CONSOLE_URL).port), strictPort: true },
});
await vite.listen();
process.stdout.write(`The console with hot reload is at ${CONSOLE_URL}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await restarting;
    await Promise.all([stopServer(), vite.close()]);
    process.exit();
  });
}
await Promise.all(SERVER_ROOMS.map(restartOnChanges));
