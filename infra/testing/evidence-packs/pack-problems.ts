/** For tests: what the page of a pack and `npm run verify` find in its records. */
import { hash } from 'node:crypto';
import { checkRecords, type PackProblem } from '../../../command-service/evidence-packs/check-pack.ts';

export function problemsIn(records: Parameters<typeof checkRecords>[0]): readonly PackProblem[] {
  const run = checkRecords(records, (bytes) => Uint8Array.from(hash('sha256', bytes, 'buffer')));
  for (let step = run.next(); ; step = run.next()) if (step.done === true) return step.value;
}
