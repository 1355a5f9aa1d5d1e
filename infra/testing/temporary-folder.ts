/** What the contract suites and the adapters' own tests both need to run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** A fresh folder that is gone after the test. */
export function temporaryFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'linkledger-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** How a contract suite gets an empty store of the adapter under test. The opener arranges its own tear-down with `t`. */
export type Opener<Store, Options extends readonly unknown[] = []> = (
  t: ExecutionContext,
  ...options: Options
) => Promise<Store>;
