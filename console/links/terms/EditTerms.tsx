/** The dialog that changes what was agreed about a link, if nobody else has changed it; the toast can undo it. */
import Typography from '@mui/material/Typography';
import { useFormikContext } from 'formik';
import { NO_TERMS } from '../../../command-service/model/terms/events.ts';
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { useFormOverlay, useOverlay } from '../../platform/address/overlays.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { useSubmitErrors } from '../../ui/fields/submit-result.ts';
import { DialogForm } from '../../ui/forms/FormDialog.tsx';
import { LinkPlaceholder } from '../LinkPlaceholder.tsx';
import { useLink } from '../link-queries.ts';
import { useReplacement } from '../use-replacement.ts';
import { AgreedFields, type AgreedFieldsProps } from './AgreedFields.tsx';
import { changedTerms, messages } from './messages.ts';
import { useTemplates } from './TemplateMenu.tsx';
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
        <TermsForm link={data} />
      )}
    </OverlayDialog>
  );
}

function TermsForm({ link }: { link: LinkDetailsAnswer }) {
  const overlay = useFormOverlay('terms', link.id);
  const templates = useTemplates(link.teamId);
  const { original, replace } = useReplacement({
    link,
    route: '/api/links/:id/terms',
    revisionOf: ({ termsRevision }) => termsRevision,
    describeChanges: (before, now) =>
      changedTerms(before.terms ?? NO_TERMS, now.terms ?? NO_TERMS).map(({ label, to }) => [label, to] as const),
    bodyOf: (before) => agreedBody(agreedValues(before), '', templates ?? []),
    lists: ['links', 'stats'],
    messages,
  });
  const submit = (values: AgreedValues) =>
    replace(agreedBody(values, agreedValues(original).templateId, templates ?? []), termsFields);
  return (
    <DialogForm<AgreedValues>
      initialValues={agreedValues(original)}
      draft={`terms-${link.id}-${original.termsRevision}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.failed}
      {...overlay}
      validate={termsProblems}
      submit={submit}
    >
      <FormFields teamId={link.teamId} isOpenAt={overlay.isOpenAt} />
      <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{messages.otherDays}</Typography>
    </DialogForm>
  );
}

function FormFields(list: Pick<AgreedFieldsProps, 'teamId' | 'isOpenAt'>) {
  const { values, setValues, submitCount, isSubmitting } = useFormikContext<AgreedValues>();
  const refused = useSubmitErrors();
  // As in other fields: after the first submit, and the server's until something is changed.
  const problems = { ...(refused?.sent === values && refused.fields), ...(submitCount > 0 && termsProblems(values)) };
  return (
    <AgreedFields
      {...list}
      values={values}
      change={(change) => void setValues({ ...values, ...change })}
      problems={problems}
      disabled={isSubmitting}
    />
  );
}
