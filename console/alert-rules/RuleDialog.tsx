/** The dialog that edits a rule: its sentence with menus, and what the rule would have sent. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useFormikContext } from 'formik';
import { useRef } from 'react';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { ApiError } from '../platform/api/client.ts';
import { type SubmitResult, toFailure } from '../ui/fields/submit-result.ts';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { RuleSentence } from './RuleSentence.tsx';
import { bodyOf, changeRules, formatProblems, type RulesOwner, ruleProblems } from './rules.ts';

type Values = Pick<AlertRule, keyof AlertRule>;

interface RuleDialogProps {
  readonly owner: RulesOwner;
  /** Without an id it is new. */
  readonly rule: AlertRule;
  /** The value of `dialog` in the address while it is open. */
  readonly name: string;
}

export function RuleDialog({ owner, rule, name }: RuleDialogProps) {
  const overlay = useFormOverlay('dialog', name);
  const seen = useRef(rule.id === '' ? null : rule);
  const submit = async (values: Values): Promise<SubmitResult> => {
    const { current } = seen;
    try {
      const result = await changeRules(owner, current, (rules) =>
        current === null ? [...rules, values] : rules.map((each) => (each.id === current.id ? values : each)),
      );
      if (!result.isSaved) return outdated(result.now);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { ...toFailure(error, {}), message: formatProblems(error) };
    }
    notify(messages.saved);
    return { done: true };
  };
  /** Says how the rule is now; the next time, it is replaced. */
  const outdated = (now: AlertRule | undefined): SubmitResult => {
    seen.current = now ?? null;
    const summary = now === undefined ? messages.removedMeanwhile : messages.changedMeanwhile;
    const message = (
      <>
        {summary} {now && <RuleSentence rule={now} owner={owner} />}
      </>
    );
    return { done: false, message, fields: {}, summary };
  };
  return (
    <FormDialog<Values>
      {...overlay}
      title={rule.id === '' ? messages.add : messages.editOf}
      initialValues={{ id: rule.id, ...bodyOf(rule) }}
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
