/** A role in a worker thread, restarted if it exits. */
import type { RoleToRun, RunningRole } from '../../../ports/engine.ts';
import type { Logger } from '../../../ports/process/logger.ts';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import type { NoticeSink } from '../views/sqlite-views.ts';
import type { FromRole, RoleWorkerData, ToRole } from './role-messages.ts';
import { startSupervisedWorker, withoutFunctions } from './supervised-worker.ts';

interface RoleThreadDeps {
  readonly role: RoleToRun;
  readonly files: RoleWorkerData['files'];
  readonly schemas: readonly ViewSchema[];
  /** Receives each commit of the role to the views. */
  readonly notices: NoticeSink;
  /** This thread's log: the role is notified of its appends and copies its write-ahead log back. */
  readonly log: { onCommit(listener: () => void): void; delegateCheckpoints(): void };
  readonly logLevel: string;
  readonly logger: Logger;
  /** The thread's module; default: its own file. */
  readonly script?: URL;
}

const SCRIPT = new URL('../role-worker.ts', import.meta.url);

/** Starts the thread. Its commits stay, however it ends. */
export function startRoleThread(deps: RoleThreadDeps): RunningRole {
  const { role, files, schemas, notices, log, logLevel, logger, script = SCRIPT } = deps;
  log.delegateCheckpoints();
  const { href } = role.module;
  const thread = startSupervisedWorker<ToRole, FromRole>({
    ...{ script, logger },
    workerData: {
      ...{ files, logLevel, schemas: withoutFunctions(schemas), module: href, data: role.data },
    } satisfies RoleWorkerData,
    name: `the thread of ${href.slice(href.lastIndexOf('/') + 1)}`,
    onMessage(message) {
      if (message.kind === 'written') notices.notify(message.written);
      else role.onMessage(message.message);
    },
    onExit() {
      notices.reset();
      role.onTrouble('its thread ended and is started again');
    },
    onRestart: () => role.onTrouble(null),
  });
  // Appends of one turn of the event loop are announced once, as they are committed together.
  log.onCommit(() => thread.post('appended'));
  return { stop: () => thread.stop('stop') };
}
