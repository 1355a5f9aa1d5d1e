/** The messages between a role's thread and the thread that answers requests. */
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import type { CommitDetails } from '../views/view-store.ts';

/** What the thread is started with. */
export interface RoleWorkerData {
  /** The files that the role opens for itself. */
  readonly files: { readonly events: string; readonly keys: string; readonly views: string };
  readonly schemas: readonly ViewSchema[];
  readonly logLevel: string;
  /** The address of the module that exports the role. */
  readonly module: string;
  /** What the role is given. */
  readonly data: unknown;
}

export type ToRole = 'appended' | 'stop';

export type FromRole =
  /** A commit to the views, sent in the moment it happens: searches wait for it. */
  | { readonly kind: 'written'; readonly written: CommitDetails }
  /** What the role posted. */
  | { readonly kind: 'message'; readonly message: unknown };
