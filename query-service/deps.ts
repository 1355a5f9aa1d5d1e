/** What the query routes need of the world. */

import type { Sessions } from '../infra/http/auth/sessions.ts';
import type { BlobStore } from '../infra/ports/blob-store.ts';
import type { DurableStore } from '../infra/ports/durable-store.ts';
import type { ExpiringStore } from '../infra/ports/expiring-store.ts';
import type { PasswordHasher } from '../infra/ports/password-hasher.ts';
import type { ReadStore } from '../infra/ports/read-store.ts';
import type { ProviderAnswer } from './contract/answers/account.ts';
import type { StreamTimes } from './live/change-stream.ts';
import type { Changes } from './live/changes.ts';

export interface QueryDeps {
  readonly reads: ReadStore;
  /** Evidence and photos. */
  readonly blobs: Pick<BlobStore, 'get' | 'has'>;
  readonly changes: Changes;
  readonly sharing: SharingDeps;
  /** What people have read of their alerts. */
  readonly alertMarks: Pick<DurableStore, 'listOf'>;
  /** When API tokens were used. */
  readonly tokenUses: Pick<DurableStore, 'listOf'>;
  readonly sessions: Pick<Sessions, 'list' | 'isValid'>;
  /** The sign-in providers that are set up, e-mail apart. */
  readonly providers: readonly ProviderAnswer[];
  readonly now: () => Date;
  /** Aborts when the server drains: waiting reads go on with what there is, streams end. */
  readonly stopping: AbortSignal;
  /** How long a read waits for its view to reach a write, in milliseconds; 2,000 by default. */
  readonly patienceMs?: number;
  readonly stream?: StreamTimes;
}

/** What opening a share needs. */
export interface SharingDeps {
  /** Passes of browsers that gave the password, tries at passwords, recent visits. */
  readonly expiring: ExpiringStore;
  /** How often each share was opened. */
  readonly viewCounts: Pick<DurableStore, 'get' | 'increment'>;
  readonly passwords: Pick<PasswordHasher, 'verify'>;
  /** Where our pages are, without a trailing slash. */
  readonly publicUrl: string;
}
