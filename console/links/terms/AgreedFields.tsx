/** The fields of what is agreed, and the templates of a list: one fills the fields, and the fields can become one. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { messages } from './messages.ts';
import { TemplateDialog } from './TemplateDialog.tsx';
import { TemplateMenu, useTemplates } from './TemplateMenu.tsx';
import { TermsFields, type TermsFieldsProps } from './TermsFields.tsx';
import { type AgreedValues, termsProblems } from './terms-values.ts';

export interface AgreedFieldsProps extends Omit<TermsFieldsProps, 'values' | 'change'> {
  /** null: the person's own list; undefined: several lists, without templates. */
  readonly teamId: string | null | undefined;
  readonly values: AgreedValues;
  readonly change: (values: Partial<AgreedValues>) => void;
  /** Whether the form is still open at these search parameters. */
  readonly isOpenAt: (params: URLSearchParams) => boolean;
}

export function AgreedFields({ teamId, isOpenAt, ...fields }: AgreedFieldsProps) {
  const { values, change, problems, disabled } = fields;
  const templates = useTemplates(teamId);
  const [isSaving, setSaving] = useState(false);
  const isWrong = Object.keys(termsProblems(values)).length > 0;
  return (
    <>
      <TemplateMenu
        value={values.templateId}
        choose={(templateId, its) => change({ ...its, templateId })}
        problem={problems.templateId}
        {...{ templates, terms: values, disabled }}
      />
      <TermsFields {...fields} />
      {teamId !== undefined && (
        <Button
          variant="text"
          disabled={disabled || isWrong}
          sx={{ justifySelf: 'start', ml: -1 }}
          onClick={() => setSaving(true)}
        >
          {messages.saveAsTemplate}
        </Button>
      )}
      {isSaving && teamId !== undefined && (
        <TemplateDialog
          {...{ teamId, isOpenAt }}
          template={null}
          terms={values}
          onClose={() => setSaving(false)}
          onDone={(saved) => {
            setSaving(false);
            if (saved !== undefined) change({ templateId: saved.id });
          }}
        />
      )}
    </>
  );
}
