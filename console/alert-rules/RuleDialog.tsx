/** The dialog that edits a rule: its sentence with menus, and what the rule would have sent. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useFormikContext } from 'formik';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import type { AlertRulesAnswer } from '../../query-service/contract/answers/alert-rules.ts';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { RuleSentence } from './RuleSentence.tsx';
import { bodyOf, type RulesOwner, ruleProblems, rulesPath, saveRules } from './rules.ts';

type Values = Pick<AlertRule, keyof AlertRule>;

interface RuleDialogProps {
  readonly owner: RulesOwner;
  /** The rules as they were when the dialog opened. */
  readonly list: AlertRulesAnswer;
  /** Without an id it is new. */
  readonly rule: AlertRule;
  /** The value of `dialog` in the address while it is open. */
  readonly name: string;
}

export function RuleDialog({ owner, list, rule, name }: RuleDialogProps) {
  const overlay = useFormOverlay('dialog', name);
  const { submitEdit } = useEdit({
    thing: list,
    path: rulesPath(owner),
    save: (changed, revision) =>
      saveRules(owner, revision, (rules) =>
        rules.some(({ id }) => id === rule.id)
          ? rules.map((each) => (each.id === rule.id ? changed : each))
          : [...rules, changed],
      ),
    describeChanges: () => [],
    messages: { deleted: messages.managersOnly, changed: messages.changedMeanwhile },
  });
  const submit = async (values: Values) => {
    const result = await submitEdit(bodyOf(values));
    if (result.done) notify(messages.saved);
    return result;
  };
  return (
    <FormDialog<Values>
      {...overlay}
      title={rule.id === '' ? messages.add : messages.editOf}
      initialValues={{ ...bodyOf(rule), id: rule.id }}
      draft={`alert-rule-${owner?.id}-${rule.id}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.saveFailed}
      validate={ruleProblems}
      submit={submit}
    >
      <EditedRule owner={owner} />
    </FormDialog>
  );
}

function EditedRule({ owner }: Pick<RuleDialogProps, 'owner'>) {
  const { values, setValues, errors } = useFormikContext<Values>();
  const problems: readonly unknown[] = Object.values(errors);
  return (
    <>
      <div>
        <Box component="p" sx={{ m: 0, fontSize: '1rem', lineHeight: 2, textWrap: 'pretty' }}>
          <RuleSentence rule={values} owner={owner} change={(change) => void setValues({ ...values, ...change })} />
        </Box>
        <FormHelperText error role="alert">
          {problems.join(' ')}
        </FormHelperText>
      </div>
      <Rehearsal owner={owner} rule={values} />
    </>
  );
}
