/** The processes of a cluster and the roles that each plays. */
import { parseArgs } from 'node:util';
import { StartError } from '../../ports/process/start-error.ts';

interface PlannedProcess {
  readonly name: string;
  /** As in SERVICES. */
  readonly services: string;
}

const MOST = 32;
const USAGE = 'npm run cluster -- --command 2 --query 2 --projections 2 --checker 3';

/**
 * The processes for the arguments of the command; one of each kind by default. A command process also plays reactors
 * and relay; only one process does that work at a time.
 * @param hasKafka without Kafka, checks go through the memory of a single process, the only one with checkers.
 * @throws StartError for arguments that cannot be used.
 */
export function planCluster(args: readonly string[], hasKafka: boolean): readonly PlannedProcess[] {
  const counts = countsOf(args);
  const named = (kind: string, count: number, services: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ name: `${kind} ${index + 1}`, services: services(index) }));
  const checkers = hasKafka ? counts.checker : 0;
  if (!hasKafka && counts.checker > 1)
    throw new StartError('Without KAFKA_BROKERS, checks are made in one process: write --checker 1.');
  const withChecker = (index: number) => (index === 0 && counts.checker > 0 ? ',reactors,relay,checker' : '');
  return [
    ...named('command', counts.command, (index) =>
      hasKafka ? 'command,reactors,relay' : `command${withChecker(index)}`,
    ),
    ...named('query', counts.query, () => 'query'),
    ...named('projections', counts.projections, () => 'projections'),
    ...named('checker', checkers, () => 'checker'),
  ];
}

function countsOf(args: readonly string[]) {
  const count = { type: 'string', default: '1' } as const;
  try {
    const options = { command: count, query: count, projections: count, checker: count };
    const { command, query, projections, checker } = parseArgs({ args: [...args], options }).values;
    return {
      command: countOf('command', command, 1),
      query: countOf('query', query, 1),
      projections: countOf('projections', projections, 1),
      checker: countOf('checker', checker, 0),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : error}. Write for example: ${USAGE}`);
  }
}

function countOf(name: string, text: string, least: number): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= least && count <= MOST) return count;
  throw new StartError(`--${name} must be a whole number from ${least} to ${MOST}. Write for example: ${USAGE}`);
}
