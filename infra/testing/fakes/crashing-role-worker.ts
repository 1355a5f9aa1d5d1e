/** For tests: a role's thread that fails at its first start and works from then on. */
import { existsSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { RoleWorkerData } from '../../engines/embedded/threads/role-messages.ts';

const { files }: RoleWorkerData = workerData;
const failed = `${files.views}.failed`;
if (!existsSync(failed)) {
  writeFileSync(failed, '');
  throw new Error('this thread fails once');
}
await import('../../engines/embedded/role-worker.ts');
