/** What a rule would have sent in the last 30 days, before it is saved. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import useSWR from 'swr';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import type { RehearsalAnswer } from '../../query-service/contract/answers/alert-rules.ts';
import { type ApiError, send } from '../platform/api/client.ts';
import { formatDay, utcDay } from '../platform/format/dates.ts';
import { useDebouncedValue } from '../platform/timing/use-debounced-value.ts';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { ShowMore } from '../ui/lists/ShowMore.tsx';
import { ExactTime } from '../ui/text/ExactTime.tsx';
import { format, messages } from './messages.ts';
import { bodyOf, inWords, type RulesOwner, ruleProblems } from './rules.ts';

/** How long a rule rests before it is rehearsed, in milliseconds. */
const REST_MS = 500;
/** Messages shown at first. */
const STEP = 8;
const DAYS_MS = 30 * 24 * 60 * 60 * 1000;

/** '23 messages, at most 3 a day'; without the days where the answer lacks messages. */
function formatTotal({ messages: sent, total }: RehearsalAnswer): string {
  const perDay = [...Map.groupBy(sent, ({ at }) => at.slice(0, 10)).values()].map(({ length }) => length);
  if (total === 0 || total > sent.length) return format('wouldSend', { count: total });
  return format('wouldSendAtMost', { count: total, most: Math.max(...perDay) });
}

function Messages({ messages: sent }: Pick<RehearsalAnswer, 'messages'>) {
  return (
    <Box component="ol" aria-label={messages.rehearsed} sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
      {sent.map(({ at, title, groups, groupCount }) => {
        const names = groups.map((group) => format('groupOf', group));
        const more = groupCount > groups.length ? [format('moreGroups', { count: groupCount - groups.length })] : [];
        return (
          <Box component="li" key={`${at} ${title}`} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
            <Typography variant="body2" dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              <ExactTime at={at} />
              {groupCount > 1 && ` · ${[...names, ...more].join(', ')}`}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

export function Rehearsal({ owner, rule }: { readonly owner: RulesOwner; readonly rule: AlertRule }) {
  const id = useId();
  // It sends the same whether it is on, and whether it is saved.
  const asked = JSON.stringify({ teamId: owner?.id, rule: bodyOf({ ...rule, id: '', on: true }) });
  const body = useDebouncedValue(asked, REST_MS);
  const isComplete = Object.keys(ruleProblems(rule)).length === 0;
  const { data, error, isLoading, mutate } = useSWR<RehearsalAnswer, ApiError>(
    isComplete && asked === body ? ['rehearsal', body] : null,
    () => send('POST', '/api/alert-rules/rehearsal', { body: JSON.parse(body) as object }),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  if (!isComplete) return null;
  const isBusy = isLoading || asked !== body;
  return (
    <Box component="section" aria-labelledby={id} aria-busy={isBusy} sx={{ minHeight: 320 }}>
      <Typography id={id} component="h3" variant="h3">
        {messages.rehearsal} {isBusy && <CircularProgress size={12} thickness={5} color="inherit" aria-hidden />}
      </Typography>
      {error !== undefined && !isBusy ? (
        <RetryAlert failed={messages.rehearsalFailed} error={inWords(error)} retry={mutate} />
      ) : data === undefined ? (
        <Skeleton height={64} />
      ) : (
        <>
          <Typography role="status">{formatTotal(data)}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {messages.rehearsalHint}
            {Date.parse(data.until) - Date.parse(data.since) < DAYS_MS &&
              ` ${format('since', { day: formatDay(utcDay(Date.parse(data.since))) })}`}
            {data.total > data.messages.length && ` ${format('newest', { count: data.messages.length })}`}
          </Typography>
          <ShowMore key={body} rows={data.messages} step={STEP}>
            {(shown) => <Messages messages={shown} />}
          </ShowMore>
        </>
      )}
    </Box>
  );
}
