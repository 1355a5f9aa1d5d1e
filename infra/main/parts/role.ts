/** What a role gets from its process, and what it adds to the process. */

import type { ClockGuard } from '../../../command-service/clock/clock-guard.ts';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import type { MailOutbox } from '../../../command-service/mail/outbox.ts';
import type { PdfPrinter } from '../../../command-service/reports/print-pdf.ts';
import type { UnsubscribeLinks } from '../../../command-service/unsubscribe/unsubscribe-links.ts';
import type { SystemAnswer } from '../../../query-service/contract/answers/system.ts';
import type { Sessions } from '../../http/auth/sessions.ts';
import type { ErrorMapper, ErrorPage } from '../../http/routing/error-handler.ts';
import type { Endpoint } from '../../http/routing/router.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import type { Mailer } from '../../ports/process/mailer.ts';
import type { PasswordHasher } from '../../ports/process/password-hasher.ts';
import type { EventStore, Feed } from '../../ports/storage/event-store.ts';
import type { PastViews } from '../../ports/storage/past-views.ts';
import type { Config } from '../config/config.ts';
import type { RoleReport } from '../status/process-report.ts';
import type { Traces } from './traces.ts';

export type LinkledgerEngine = Engine<LinkledgerEvent, CheckQueues>;

/** What the roles of one process share. Each part is opened when a role first needs it. */
export interface RoleContext {
  readonly config: Config;
  readonly engine: LinkledgerEngine;
  /** Base URL of this installation, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly clock: ClockGuard;
  /** The figures of this process; a role adds its own. */
  readonly metrics: Metrics;
  /** null: no traces. */
  readonly traces: Traces | null;
  /** Aborts when the process begins to stop: no new work. */
  readonly stopping: AbortSignal;
  /** Aborts when running work has ended. */
  readonly closing: AbortSignal;
  log(): EventStore<LinkledgerEvent> & Feed<LinkledgerEvent>;
  sessions(): Sessions;
  mailer(): Mailer;
  outbox(): MailOutbox;
  unsubscribing(): UnsubscribeLinks;
  passwords(): PasswordHasher;
  printer(): PdfPrinter;
  /** The views as of any position. */
  past(): PastViews;
  /** The state of the installation. */
  describeSystem(): Promise<SystemAnswer>;
}

/** What a role adds to its process. */
export interface RoleParts {
  readonly endpoints?: readonly Endpoint[];
  readonly errorMappers?: readonly ErrorMapper[];
  readonly problemPage?: ErrorPage;
  /** Work that ends once `stopping` aborts. */
  readonly work?: readonly Promise<void>[];
  /** Work that ends once `closing` aborts. */
  readonly lateWork?: readonly Promise<void>[];
  /** What the role reports to the administrators of the installation. */
  readonly report?: () => Promise<RoleReport>;
  /** Releases what the role opened, once its work has ended. */
  readonly close?: () => Promise<void>;
}
