/** What the query routes need of the world. */

import type { Sessions } from '../infra/http/auth/sessions.ts';
import type { EvidenceStore } from '../infra/ports/evidence-store.ts';
import type { ExpiringStore } from '../infra/ports/expiring-store.ts';
import type { PasswordHasher } from '../infra/ports/password-hasher.ts';
import type { PhotoStore } from '../infra/ports/photo-store.ts';
import type { ReadStore } from '../infra/ports/read-store.ts';
import type { ProviderAnswer } from './contract/answers/account.ts';
import type { StreamTimes } from './live/change-stream.ts';
import type { Changes } from './live/changes.ts';

export interface QueryDeps {
  readonly reads: ReadStore;
  readonly evidence: Pick<EvidenceStore, 'get' | 'has'>;
  readonly photos: Pick<PhotoStore, 'get'>;
  readonly changes: Changes;
  readonly sharing: SharingDeps;
  /** What people have read of their alerts. */
  readonly alertMarks: Pick<ExpiringStore, 'listOf'>;
  /** When API tokens were used. */
  readonly tokenUses: Pick<ExpiringStore, 'listOf'>;
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
  /** Passes of those who gave the password, tries at passwords, views counted. */
  readonly expiring: ExpiringStore;
  readonly passwords: Pick<PasswordHasher, 'verify'>;
  /** Where our pages are, without a trailing slash. */
  readonly publicUrl: string;
}
