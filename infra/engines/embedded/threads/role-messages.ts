/** The messages between a role's thread and the thread that answers requests. */
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import type { CommitDetails } from '../views/sqlite-views.ts';

/** The thread's start data. */
export interface RoleWorkerData {
  /** The files that the role opens itself. */
  readonly files: { readonly events: string; readonly keys: string; readonly views: string };
  readonly schemas: readonly ViewSchema[];
  readonly logLevel: string;
  /** The address of the module that exports the role. */
  readonly module: string;
  /** The data for the role. */
  readonly data: unknown;
}

export type ToRole = 'appended' | 'stop';

export type FromRole =
  /** A commit to the views, sent the moment it happens: searches wait for it. */
  | { readonly kind: 'written'; readonly written: CommitDetails }
  /** A message from the role. */
  | { readonly kind: 'message'; readonly message: unknown };
