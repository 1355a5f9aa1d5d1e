/** Captures the queries that a store sends to MongoDB and asks the server how it answered them. */
import type { Db, Document, MongoClient } from 'mongodb';

interface ExplainedQuery {
  readonly command: Document;
  /** Stages of the winning plan: IXSCAN, FETCH, SORT, COLLSCAN, … */
  readonly stages: readonly string[];
  readonly documentsExamined: number;
  readonly keysExamined: number;
}

/** Sent with a command, but no part of the query. */
const AROUND = [
  'lsid',
  'txnNumber',
  'startTransaction',
  'autocommit',
  'readConcern',
  '$db',
  '$clusterTime',
  'maxTimeMS',
];

/**
 * Runs `work` and explains the `find` and `aggregate` commands it sent to the collections whose names begin with `prefix`.
 * @param client opened with `monitorCommands`.
 */
export async function explainQueries(
  client: MongoClient,
  db: Db,
  prefix: string,
  work: () => Promise<unknown>,
): Promise<readonly ExplainedQuery[]> {
  const sent: Document[] = [];
  const listen = ({ command, commandName }: { readonly command: Document; readonly commandName: string }) => {
    const isQuery = commandName === 'find' || commandName === 'aggregate';
    if (isQuery && String(command[commandName]).startsWith(prefix)) sent.push(command);
  };
  client.on('commandStarted', listen);
  await work();
  client.off('commandStarted', listen);
  const explained: ExplainedQuery[] = [];
  for (const command of sent) {
    const query = Object.fromEntries(Object.entries(command).filter(([key]) => !AROUND.includes(key)));
    const answer = await db.command({ explain: query, verbosity: 'executionStats' });
    explained.push({
      command: query,
      stages: stagesOf(answer),
      documentsExamined: figure(answer, 'totalDocsExamined'),
      keysExamined: figure(answer, 'totalKeysExamined'),
    });
  }
  return explained;
}

/** The stages of the winning plans, wherever they are in an explanation. */
function stagesOf(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => {
    if (key === 'rejectedPlans' || key === 'executionStats') return [];
    return key === 'stage' && typeof value === 'string' ? [value] : stagesOf(value);
  });
}

/** The first figure of that name. */
function figure(answer: unknown, name: string): number {
  if (typeof answer !== 'object' || answer === null) return Number.NaN;
  for (const [key, value] of Object.entries(answer)) {
    const found = key === name ? Number(value) : figure(value, name);
    if (!Number.isNaN(found)) return found;
  }
  return Number.NaN;
}
