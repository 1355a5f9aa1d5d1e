/** Which addresses count as the client link in the checks of a list. The choice is saved at once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { lazy, useId, useState } from 'react';
import { MATCHINGS } from '../../command-service/contract/observation.ts';
import type { JudgingAnswer, Matching } from '../../query-service/contract/answers/judgings.ts';
import { formatDay } from '../platform/format/dates.ts';
import { translateServerText } from '../platform/language/server-texts.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { notifyRefusal } from '../ui/toasts/notify-refusal.ts';
import { CHOICE_EXAMPLES, CHOICE_HINTS, CHOICE_LABELS, format, messages } from './messages.ts';
import { useJudgings } from './queries.ts';

const JudgingDialog = lazy(async () => ({ default: (await import('./JudgingDialog.tsx')).JudgingDialog }));

interface MatchingChoiceProps {
  /** null: one's own links. */
  readonly teamId: string | null;
  readonly matching: Matching;
  /** Saves the choice. @throws ApiError */
  readonly choose: (matching: Matching) => Promise<void>;
}

export function MatchingChoice({ teamId, matching, choose }: MatchingChoiceProps) {
  const [isPreviewed, setPreviewed] = useState(false);
  const { data: judgings, mutate } = useJudgings(teamId);
  const id = useId();
  const [newest] = judgings ?? [];

  const save = async (value: string) => {
    const chosen = MATCHINGS.find((each) => each === value);
    if (chosen === undefined) return;
    try {
      await choose(chosen);
    } catch (error) {
      notifyRefusal(messages.saveFailed, error);
    }
  };

  return (
    <>
      <RadioGroup
        name={id}
        aria-label={messages.title}
        value={matching}
        onChange={(_, value) => void save(value)}
        sx={{ gap: 1.5 }}
      >
        {MATCHINGS.map((each) => (
          <FormControlLabel
            key={each}
            value={each}
            sx={{ m: 0, alignItems: 'flex-start' }}
            control={
              <Radio
                size="small"
                sx={{ p: 0, mr: 1, mt: '3px' }}
                slotProps={{ input: { 'aria-label': CHOICE_LABELS[each], 'aria-describedby': `${id}-${each}` } }}
              />
            }
            label={
              <Box component="span" sx={{ display: 'block' }}>
                <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
                  {CHOICE_LABELS[each]}
                </Box>
                <Typography
                  id={`${id}-${each}`}
                  variant="body2"
                  component="span"
                  sx={{ display: 'block', color: 'text.secondary' }}
                >
                  {CHOICE_HINTS[each]}
                  <Box component="span" sx={{ display: 'block' }}>
                    {CHOICE_EXAMPLES[each]}
                  </Box>
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
      <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', textWrap: 'pretty' }}>
        {messages.newVisits}
      </Typography>
      <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button onClick={() => setPreviewed(true)}>{messages.preview}</Button>
        <Box role="status" sx={{ flex: '1 1 200px', minWidth: 0, fontSize: '0.8125rem', color: 'text.secondary' }}>
          {newest !== undefined && <Progress judging={newest} />}
        </Box>
      </Box>
      {isPreviewed && (
        <LazyBoundary>
          <JudgingDialog
            teamId={teamId}
            matching={matching}
            onStarted={() => void mutate()}
            onClose={() => setPreviewed(false)}
          />
        </LazyBoundary>
      )}
    </>
  );
}

/** How far a judging has come, or what it left out. */
function Progress({ judging: { state, done, total, failed, failures, startedAt } }: { judging: JudgingAnswer }) {
  if (state === 'running') return format('running', { done, total });
  const [first] = failures;
  return (
    <>
      {format('last', { day: formatDay(startedAt.slice(0, 10)), total })}
      {first !== undefined && (
        <div>{format('lastFailed', { count: failed, reason: translateServerText(first.message) })}</div>
      )}
    </>
  );
}
