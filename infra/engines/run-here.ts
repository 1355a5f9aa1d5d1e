/** Runs roles and readers in the calling thread, for engines without their own threads. */
import type { ReaderToRun, RoleToRun, RunningReader, RunningRole, RunReader, RunRole } from '../ports/engine.ts';
import type { EventShape } from '../ports/storage/event-store.ts';

/** Loads the role's module and runs it. */
export function runHere<E extends EventShape>(parts: Parameters<RunRole<E>>[0], role: RoleToRun): RunningRole {
  const running = import(role.module.href).then(({ run }: { readonly run: RunRole<E> }) =>
    run(parts, role.data, role.onMessage),
  );
  return { stop: async () => (await running).stop() };
}

/** Loads the reader's module and runs it. */
export function readHere(parts: Parameters<RunReader>[0], reader: ReaderToRun): RunningReader {
  const running = import(reader.module.href).then(({ read }: { readonly read: RunReader }) =>
    read(parts, reader.onMessage),
  );
  return {
    post: (message) => void running.then((receive) => receive(message)),
    stop: async () => void (await running),
  };
}
