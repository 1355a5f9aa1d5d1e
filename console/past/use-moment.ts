/** The moment that the address names, as the server understands it. */
import useSWR from 'swr';
import { rememberInstant, useAsOf } from '../platform/address/as-of.ts';
import { get, pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

/** Reads nothing while today is shown. */
export function useMoment() {
  const asOf = useAsOf();
  const path = asOf === null ? null : pathTo('/api/as-of', { query: { asOf } });
  return useSWR(path, async (wanted) => {
    const moment = await get(wanted);
    if (asOf !== null) rememberInstant(asOf, moment.at);
    return moment;
  });
}

/** The first day that can be named. */
export function useFirstDay(): string | null {
  return useAnswer(pathTo('/api/as-of')).data?.firstDay ?? null;
}
