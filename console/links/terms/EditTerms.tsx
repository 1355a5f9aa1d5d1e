/** The dialog that changes what was agreed about a link, if nobody else has changed it; the toast can undo it. */
import Typography from '@mui/material/Typography';
import { useFormikContext } from 'formik';
import { useRef } from 'react';
import { NO_TERMS } from '../../../command-service/model/terms/events.ts';
import type { LinkDetailsAnswer, TermsTemplateAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { useSubmitErrors } from '../../ui/fields/submit-result.ts';
import { DialogForm } from '../../ui/forms/FormDialog.tsx';
import { useEdit } from '../../ui/forms/use-edit.tsx';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { LinkPlaceholder } from '../LinkPlaceholder.tsx';
import { linkPath, useLink } from '../link-queries.ts';
import { changedTerms, messages } from './messages.ts';
import { TemplateMenu, useTemplates } from './TemplateMenu.tsx';
import { TermsFields } from './TermsFields.tsx';
import { type AgreedValues, agreedBody, agreedValues, termsFields, termsProblems } from './terms-values.ts';

export function EditTerms({ id }: { id: string }) {
  const { close } = useOverlay();
  const { data, error, mutate } = useLink(id);
  const leave = () => close('terms');
  return (
    <OverlayDialog title={messages.title} onClose={leave}>
      {data === undefined ? (
        <LinkPlaceholder error={error} onRetry={() => void mutate()} onClose={leave} />
      ) : (
        <TermsForm link={data} onClose={leave} />
      )}
    </OverlayDialog>
  );
}

function TermsForm({ link, onClose }: { link: LinkDetailsAnswer; onClose: () => void }) {
  const { open } = useOverlay();
  const saved = useRef(0);
  const replaced = useRef(link);
  const { templates } = useTemplates(link.teamId);
  const put = async (body: object, revision: number) => {
    saved.current = (await send('PUT', '/api/links/:id/terms', { params: { id: link.id }, body, revision })).revision;
  };
  const { original, submitEdit } = useEdit({
    thing: link,
    path: linkPath(link.id),
    revisionOf: ({ termsRevision }) => termsRevision,
    save: put,
    describeChanges: (before, now) => {
      replaced.current = now;
      return changedTerms(before.terms ?? NO_TERMS, now.terms ?? NO_TERMS).map(({ label, to }) => [label, to] as const);
    },
    messages: { deleted: messages.deletedMeanwhile, changed: messages.changedMeanwhile },
  });
  const undo = async () => {
    try {
      await put(agreedBody(agreedValues(replaced.current), '', templates ?? []), saved.current);
      notify(messages.undone);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(common.error, { lines: [messages.failed, error.message], severity: 'destructive' });
    }
    void revalidateOwnChange(['links', 'stats'], [link.id]);
  };
  const submit = async (values: AgreedValues) => {
    const result = await submitEdit(agreedBody(values, agreedValues(original).templateId, templates ?? []));
    if (!result.done) return { ...result, fields: termsFields(result.fields) };
    notify(messages.saved, { action: { label: messages.undo, run: () => void undo() } });
    void revalidateOwnChange(['links', 'stats'], [link.id]);
    return result;
  };
  return (
    <DialogForm<AgreedValues>
      initialValues={agreedValues(original)}
      draft={`terms-${link.id}-${original.termsRevision}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.failed}
      isOpenAt={(params) => params.get('terms') === link.id}
      validate={termsProblems}
      submit={submit}
      onClose={onClose}
      reopen={() => open('terms', link.id)}
    >
      <FormFields templates={templates} />
      <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{messages.otherDays}</Typography>
    </DialogForm>
  );
}

function FormFields({ templates }: { templates: readonly TermsTemplateAnswer[] | undefined }) {
  const { values, setValues, submitCount, isSubmitting } = useFormikContext<AgreedValues>();
  const refused = useSubmitErrors();
  // As in other fields: after the first submit, and the server's until something is changed.
  const problems = { ...(refused?.sent === values && refused.fields), ...(submitCount > 0 && termsProblems(values)) };
  return (
    <>
      <TemplateMenu
        value={values.templateId}
        choose={(templateId, its) => void setValues({ ...values, ...its, templateId })}
        problem={problems.templateId}
        disabled={isSubmitting}
        {...{ templates, terms: values }}
      />
      <TermsFields
        values={values}
        change={(change) => void setValues({ ...values, ...change })}
        problems={problems}
        disabled={isSubmitting}
      />
    </>
  );
}
