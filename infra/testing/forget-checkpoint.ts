/** For tests: removes a reactor's checkpoint from a durable.db, as if the reactor had never begun. */
import { connect } from '../engines/embedded/sqlite/database.ts';

export function forgetCheckpoint(file: string, name: string): void {
  const database = connect(file);
  database.prepare('DELETE FROM checkpoints WHERE name = ?').run(name);
  database.close();
}
