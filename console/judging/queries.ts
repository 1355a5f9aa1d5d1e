/** What judging past checks again would change, and how far it has come. */
import useSWR from 'swr';
import type { JudgingPreviewAnswer, Matching } from '../../query-service/contract/answers/judgings.ts';
import { type ApiError, pathTo, send } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

/** How often the progress of a judging is read. */
const PROGRESS_MS = 500;

/** The newest judging of a list; null: one's own links. It is read again while it runs. */
export function useJudgings(teamId: string | null) {
  return useAnswer(pathTo('/api/judgings', { query: teamId === null ? {} : { teamId } }), {
    refreshInterval: (judgings) => (judgings?.[0]?.state === 'running' ? PROGRESS_MS : 0),
  });
}

/** Counts what this matching would change, without changing anything. */
export function useJudgingPreview(teamId: string | null, matching: Matching) {
  return useSWR<JudgingPreviewAnswer | undefined, ApiError>(
    ['judging-preview', teamId, matching],
    async () => {
      const answer = await send('POST', '/api/judgings', { body: { teamId, matching, dryRun: true } });
      return 'changes' in answer ? answer : undefined;
    },
    { revalidateOnFocus: false, revalidateIfStale: true, dedupingInterval: 0 },
  );
}
