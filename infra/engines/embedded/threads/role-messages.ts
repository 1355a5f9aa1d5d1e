/** What the thread that keeps the views and the one that answers people say to each other. */
import type { CommitSummary } from '../../../../query-service/live/change-summary.ts';
import type { StoreFiles } from '../engine.ts';
import type { Written } from '../views/view-store.ts';

/** What the thread is started with. */
export interface RoleWorkerData {
  readonly files: StoreFiles;
  /** Names of the views it keeps. */
  readonly views: readonly string[];
  readonly logLevel: string;
}

export type ToViews = 'appended' | 'stop';

export type FromViews =
  /** What was committed, told in the same moment: what others find waits for it. */
  | { readonly kind: 'written'; readonly written: Written }
  /** Where a view stands, when it starts and after each commit; what the commit means with it. */
  | {
      readonly kind: 'progress';
      readonly view: string;
      readonly position: number;
      readonly head: number;
      readonly summary: CommitSummary | null;
    }
  | { readonly kind: 'trouble'; readonly view: string; readonly reason: string | null }
  | { readonly kind: 'stopped'; readonly view: string; readonly reason: string };
