/** Runs a role in the thread that calls, for engines without threads of their own. */
import type { RoleToRun, RunningRole, RunRole } from '../ports/engine.ts';
import type { EventShape } from '../ports/event-store.ts';

/** Loads the role's module and runs it. */
export function runHere<E extends EventShape>(parts: Parameters<RunRole<E>>[0], role: RoleToRun): RunningRole {
  const running = import(role.module.href).then(({ run }: { readonly run: RunRole<E> }) =>
    run(parts, role.data, role.onMessage),
  );
  return { stop: async () => (await running).stop() };
}
