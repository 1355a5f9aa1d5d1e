/** The dependencies of the query routes. */

import type { Sessions } from '../infra/http/auth/sessions.ts';
import type { BlobStore } from '../infra/ports/storage/blob-store.ts';
import type { DurableStore } from '../infra/ports/storage/durable-store.ts';
import type { PastViews } from '../infra/ports/storage/past-views.ts';
import type { ReadStore } from '../infra/ports/storage/read-store.ts';
import type { ProviderAnswer, SignUpAnswer } from './contract/answers/account.ts';
import type { PaymentProviderAnswer } from './contract/answers/billing.ts';
import type { SystemAnswer } from './contract/answers/system.ts';
import type { Changes } from './live/changes.ts';
import type { StreamTimes } from './live/live-stream.ts';
import type { SharingDeps } from './shares/share-access.ts';

/** The configured payment providers; without any, plans are free of charge. */
export interface PaymentSettings {
  readonly providers: readonly PaymentProviderAnswer[];
  /** Rupees per dollar. */
  readonly inrRate: number;
}

export interface QueryDeps {
  readonly reads: ReadStore;
  /** The views as of any position. */
  readonly past: PastViews;
  /** Evidence and photos. */
  readonly blobs: Pick<BlobStore, 'get' | 'has'>;
  readonly changes: Changes;
  readonly sharing: SharingDeps;
  /** The read marks of alerts, and incidents. */
  readonly alertMarks: Pick<DurableStore, 'listOf'>;
  /** What became of the mails of issues. */
  readonly issueMails: Pick<DurableStore, 'listOf'>;
  /** The last uses of API tokens. */
  readonly tokenUses: Pick<DurableStore, 'listOf'>;
  /** The deliveries of channels, and how each channel fares. */
  readonly channelState: Pick<DurableStore, 'get' | 'listOf'>;
  readonly sessions: Pick<Sessions, 'list' | 'isValid'>;
  /** The configured sign-in providers, without email. */
  readonly providers: readonly ProviderAnswer[];
  readonly signUp: SignUpAnswer;
  readonly payments: PaymentSettings;
  /** The addresses of the accounts that may see the installation's state, in lower case. */
  readonly admins: readonly string[];
  readonly describeSystem: () => Promise<SystemAnswer>;
  readonly now: () => Date;
  /** Aborts when the server drains: reads stop waiting, and streams end. */
  readonly stopping: AbortSignal;
  /** The longest wait of a read for its views, in milliseconds; 2,000 by default. */
  readonly patienceMs?: number;
  readonly stream?: StreamTimes;
}
