/** Takes the views away from a data folder, which no process has open: the next start makes them from the log. */
import { rmSync } from 'node:fs';
import path from 'node:path';

export function removeViews(dataDir: string): void {
  for (const name of ['views.db', 'views.db-wal', 'views.db-shm']) rmSync(path.join(dataDir, name), { force: true });
}
