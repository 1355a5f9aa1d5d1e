/** A rule as a sentence; with `change`, each part of the sentence is a button that opens its choices. */
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { formatZone } from '../calendar/messages.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { element, format, messages, PART_LABELS } from './messages.ts';
import { groupPart, isByDay, kindsPart, type Part, pacePart, quietPart } from './parts.ts';
import type { RulesOwner } from './rules.ts';
import { Choices, Slot } from './Slot.tsx';
import { type ShownRule, useReceiverPart, useWhere, useWhereSearch } from './use-parts.ts';

interface SentenceProps {
  readonly rule: ShownRule;
  readonly owner: RulesOwner;
  readonly change?: (change: Partial<AlertRule>) => void;
}

export function RuleSentence({ rule, owner, change }: SentenceProps) {
  const receiver = useReceiverPart(rule, owner);
  const where = useWhere(rule, owner);
  const { data: settings } = useAnswer(owner === null ? pathTo('/api/user/settings') : null);
  const zone = formatZone((owner ?? settings)?.calendar.timeZone ?? 'UTC');
  const slot = (name: keyof typeof PART_LABELS, part: Part, note: ReactNode = null) =>
    change === undefined || part.choices.length === 0 ? (
      part.text
    ) : (
      <Slot label={PART_LABELS[name]} text={part.text}>
        <Choices {...part} label={PART_LABELS[name]} set={change} />
        {note}
      </Slot>
    );
  const hours = <FormHelperText>{format('zone', { zone })}</FormHelperText>;
  return element(isByDay(rule.when.pace) ? 'sentenceByDay' : 'sentence', {
    to: slot('to', receiver),
    pace: slot('pace', pacePart(rule), hours),
    kinds: slot('kinds', kindsPart(rule)),
    where:
      change === undefined ? (
        where
      ) : (
        <Slot label={PART_LABELS.where} text={where}>
          <WhereChoices rule={rule} owner={owner} set={change} />
        </Slot>
      ),
    group: slot('group', groupPart(rule)),
    quiet: slot('quiet', quietPart(rule), hours),
  });
}

interface WhereChoicesProps extends SentenceProps {
  readonly set: (change: Partial<AlertRule>) => void;
}

function WhereChoices({ rule, owner, set }: WhereChoicesProps) {
  const { typed, setTyped, choices, error } = useWhereSearch(rule, owner);
  return (
    <>
      <OutlinedInput
        fullWidth
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={messages.search}
        slotProps={{ input: { 'aria-label': messages.search } }}
        sx={{ mb: 1 }}
      />
      {error !== undefined && (
        <Typography variant="body2" role="alert">
          {messages.searchFailed} {error.message}
        </Typography>
      )}
      {choices.length === 0 && <Typography variant="body2">{messages.nothingFound}</Typography>}
      <Choices label={PART_LABELS.where} text="" choices={choices} set={set} />
    </>
  );
}
