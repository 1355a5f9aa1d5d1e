/** A rule of the list: its sentence, whether it is on, and what can be done with it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { AlertRuleAnswer, AlertRulesAnswer } from '../../query-service/contract/answers/alert-rules.ts';
import { FlatSwitch } from '../ui/fields/FlatSwitch.tsx';
import { AlertIcon, CopyIcon, MoreIcon, TrashIcon } from '../ui/layout/icons.tsx';
import { MenuButton } from '../ui/layout/MenuButton.tsx';
import { SECTION_ROW } from '../ui/layout/Section.tsx';
import { notifyRefusal } from '../ui/toasts/notify-refusal.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { MISSING_LABELS, messages } from './messages.ts';
import { RuleSentence } from './RuleSentence.tsx';
import { bodyOf, type RulesOwner, saveRules } from './rules.ts';

/** Changes the rules, and says in a toast why they were not saved. Resolves to whether they were. */
async function change(...args: Parameters<typeof saveRules>): Promise<boolean> {
  try {
    await saveRules(...args);
    return true;
  } catch (error) {
    notifyRefusal(messages.saveFailed, error);
    return false;
  }
}

interface RuleRowProps {
  readonly owner: RulesOwner;
  readonly list: AlertRulesAnswer;
  readonly rule: AlertRuleAnswer;
  readonly edit: () => void;
  readonly duplicate: () => void;
}

export function RuleRow({ owner, list: { rules, revision }, rule, edit, duplicate }: RuleRowProps) {
  const id = useId();
  const place = rules.indexOf(rule);
  const turn = (on: boolean) =>
    change(owner, revision, (now) => now.map((each) => (each.id === rule.id ? bodyOf({ ...rule, on }) : each)));
  const remove = async () => {
    const undo = () => void change(owner, undefined, (now) => now.toSpliced(place, 0, bodyOf({ ...rule, id: '' })));
    if (!(await change(owner, revision, (now) => now.filter(({ id: each }) => each !== rule.id)))) return;
    notify(messages.removed, { action: { label: messages.undo, run: undo } });
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
