/** A rule of the list: its sentence, whether it is on, and what can be done with it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { ApiError } from '../platform/api/client.ts';
import { FlatSwitch } from '../ui/fields/FlatSwitch.tsx';
import { AlertIcon, CopyIcon, MoreIcon, TrashIcon } from '../ui/layout/icons.tsx';
import { MenuButton } from '../ui/layout/MenuButton.tsx';
import { SECTION_ROW } from '../ui/layout/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { MISSING_LABELS, messages } from './messages.ts';
import { RuleSentence } from './RuleSentence.tsx';
import { changeRules, formatProblems, type RuleAnswer, type RulesOwner } from './rules.ts';

/** Changes a rule of the list, and says in a toast why the change was not saved. Resolves to whether it was saved. */
async function changeListed(...change: Parameters<typeof changeRules>): Promise<boolean> {
  try {
    const { isSaved } = await changeRules(...change);
    if (!isSaved) notify(messages.reloaded);
    return isSaved;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) notify(messages.saveFailed, { lines: [formatProblems(error)], severity: 'destructive' });
    return false;
  }
}

interface RuleRowProps {
  readonly owner: RulesOwner;
  readonly rule: RuleAnswer;
  readonly edit: () => void;
  readonly duplicate: () => void;
}

export function RuleRow({ owner, rule, edit, duplicate }: RuleRowProps) {
  const id = useId();
  const turn = (on: boolean) =>
    changeListed(owner, rule, (rules) => rules.map((each) => (each.id === rule.id ? { ...each, on } : each)));
  const remove = async () => {
    let place = 0;
    const isSaved = await changeListed(owner, rule, (rules) => {
      place = rules.findIndex((each) => each.id === rule.id);
      return rules.toSpliced(place, 1);
    });
    const again: AlertRule = { ...rule, id: '' };
    const undo = () => void changeListed(owner, null, (rules) => rules.toSpliced(place, 0, again));
    if (isSaved) notify(messages.removed, { action: { label: messages.undo, run: undo } });
  };
  return (
    <Box component="li" sx={SECTION_ROW}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0, color: rule.on ? 'text.primary' : 'text.secondary' }}>
        <Typography id={id} sx={{ overflowWrap: 'anywhere', textWrap: 'pretty' }}>
          <RuleSentence rule={rule} owner={owner} />
        </Typography>
        {rule.missing !== null && (
          <Typography variant="body2" sx={{ display: 'flex', gap: 0.75, mt: 0.5, color: 'warning.main' }}>
            <AlertIcon aria-hidden fontSize="small" sx={{ mt: '2px' }} />
            {MISSING_LABELS[rule.missing]}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
        {!rule.on && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {messages.off}
          </Typography>
        )}
        <FlatSwitch
          checked={rule.on}
          onChange={(_, on) => void turn(on)}
          slotProps={{ input: { role: 'switch', 'aria-labelledby': id } }}
        />
        <Button onClick={edit} aria-describedby={id}>
          {messages.edit}
        </Button>
        <MenuButton
          button={(props) => (
            <IconButton {...props} aria-label={messages.more} aria-describedby={id}>
              <MoreIcon />
            </IconButton>
          )}
          actions={[
            { label: messages.duplicate, icon: <CopyIcon />, run: duplicate },
            { label: messages.remove, icon: <TrashIcon />, run: () => void remove() },
          ]}
        />
      </Box>
    </Box>
  );
}
