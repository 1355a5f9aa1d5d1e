/** Warnings for the API. */
import type { Warning } from '../../command-service/contract/observation.ts';
import { formatWarning } from '../../command-service/contract/reasons.ts';
import type { WarningAnswer } from '../contract/answers/links.ts';

/** Each warning with its sentence. */
export function presentWarnings(warnings: readonly Warning[]): readonly WarningAnswer[] {
  return warnings.map((warning) => ({ code: warning.code, text: formatWarning(warning), evidence: warning.evidence }));
}
