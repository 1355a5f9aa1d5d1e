/** The dialog that makes a template of terms, or changes its name and its terms. */
import { useFormikContext } from 'formik';
import { useRef } from 'react';
import type { TermsTemplateAnswer } from '../../../query-service/contract/answers/links.ts';
import { ApiError } from '../../platform/api/client.ts';
import { type SubmitResult, toFailure } from '../../ui/fields/submit-result.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ConcurrentEdits } from '../../ui/forms/ConcurrentEdits.tsx';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { notify } from '../../ui/toasts/toast-store.ts';
import { changedTerms, messages } from './messages.ts';
import { useTemplates } from './TemplateMenu.tsx';
import { TermsFields } from './TermsFields.tsx';
import { saveTemplate, type TemplateValues, templateFields, templateProblems } from './templates.ts';
import { type TermsValues, termsProblems, termsValues } from './terms-values.ts';

interface TemplateDialogProps {
  /** null: the person's own list. */
  readonly teamId: string | null;
  /** null: a new template. */
  readonly template: TermsTemplateAnswer | null;
  /** The terms of a new template; default: none. */
  readonly terms?: TermsValues;
  readonly isOpenAt: (params: URLSearchParams) => boolean;
  readonly onClose: () => void;
  /** In place of `onClose`, after it is saved. */
  readonly onDone: (saved: TermsTemplateAnswer | undefined) => void;
}

export function TemplateDialog({ teamId, template, terms, onDone, ...dialog }: TemplateDialogProps) {
  const templates = useTemplates(teamId) ?? [];
  const seen = useRef(template);
  const saved = useRef<TermsTemplateAnswer>(undefined);
  const validate = (values: TemplateValues) =>
    templateProblems(
      values,
      templates.filter(({ id }) => id !== seen.current?.id),
    );
  const submit = async (values: TemplateValues): Promise<SubmitResult> => {
    try {
      const result = await saveTemplate(teamId, seen.current, values);
      if (!result.isSaved) return outdated(result.now);
      saved.current = result.template;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return toFailure(error, templateFields(error.fields));
    }
    notify(messages.templateSaved, { lines: [values.name.trim()] });
    return { done: true };
  };
  /** Says what somebody else changed; the next time, it is overwritten. */
  const outdated = (now: TermsTemplateAnswer | undefined): SubmitResult => {
    const before = seen.current ?? now;
    seen.current = now ?? null;
    const summary = now === undefined ? messages.templateDeletedMeanwhile : messages.templateChangedMeanwhile;
    const changed = before && now ? changedTerms(before.terms, now.terms) : [];
    const renamed = now && before?.name !== now.name ? [{ label: messages.templateName, to: now.name }] : [];
    const changes = [...renamed, ...changed].map(({ label, to }) => [label, to] as const);
    const message = <ConcurrentEdits changes={changes}>{summary}</ConcurrentEdits>;
    return { done: false, message, fields: {}, summary };
  };
  return (
    <FormDialog<TemplateValues>
      {...dialog}
      title={template === null ? messages.createTemplate : messages.editTemplate}
      initialValues={{ name: template?.name ?? '', ...(terms ?? termsValues(template?.terms ?? null)) }}
      draft={`template-${template?.id ?? teamId}-${template?.revision}`}
      // The form that has the terms asks about its own input.
      {...(terms && { hasInput: () => false })}
      submitLabel={{ idle: messages.saveTemplate, pending: messages.saving }}
      failed={messages.templateFailed}
      validate={validate}
      submit={submit}
      onDone={() => onDone(saved.current)}
    >
      <TextField name="name" label={messages.templateName} required autoFocus />
      <Terms />
    </FormDialog>
  );
}

function Terms() {
  const { values, setValues, submitCount, isSubmitting } = useFormikContext<TemplateValues>();
  return (
    <TermsFields
      values={values}
      change={(change) => void setValues({ ...values, ...change })}
      problems={submitCount > 0 ? termsProblems(values) : {}}
      disabled={isSubmitting}
    />
  );
}
