/** The dialog in which a person says that a verdict is wrong. */

import Typography from '@mui/material/Typography';
import type { LinkStatus } from '../../../command-service/contract/observation.ts';
import { dayOf } from '../../../command-service/contract/schema/days.ts';
import { parse } from '../../../command-service/contract/schema/parse.ts';
import { correctVerdictSchema } from '../../../command-service/model/check/commands.ts';
import type { Claim } from '../../../command-service/model/check/events.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useFormOverlay, useOverlay } from '../../platform/address/overlays.ts';
import { pathTo, send } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { fieldErrors } from '../../ui/fields/field-errors.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DialogForm } from '../../ui/forms/FormDialog.tsx';
import { notify } from '../../ui/toasts/toast-store.ts';
import { LinkPlaceholder } from '../LinkPlaceholder.tsx';
import { useLink } from '../link-queries.ts';
import { STATUS_LABELS } from '../messages.ts';
import { formatLinkReason } from '../reasons.ts';
import { shownStatus } from '../shown-status.ts';
import { countedSince } from './counted-since.ts';
import { format, formatClaim, messages } from './messages.ts';

/** The corrections that a person can choose for each status. */
const CLAIMS_AGAINST: Readonly<Record<LinkStatus, readonly [Claim, ...Claim[]]>> = {
  live: ['removed', 'not-ours'],
  removed: ['live'],
  pending: ['live', 'removed', 'not-ours'],
};

export function CorrectVerdict({ id }: { id: string }) {
  const { close } = useOverlay();
  const link = useLink(id);
  const history = useAnswer(pathTo('/api/links/:id/history', { params: { id } }));
  const leave = () => close('correct');
  const retry = () => void Promise.all([link.mutate(), history.mutate()]);
  return (
    <OverlayDialog title={messages.title} onClose={leave}>
      {link.data === undefined || history.data === undefined ? (
        <LinkPlaceholder error={link.error ?? history.error} onRetry={retry} onClose={leave} />
      ) : (
        <CorrectionForm link={link.data} history={history.data} />
      )}
    </OverlayDialog>
  );
}

interface CorrectionFormProps {
  readonly link: LinkAnswer;
  /** Newest first. */
  readonly history: readonly HistoryAnswer[];
}

function CorrectionForm({ link, history }: CorrectionFormProps) {
  const overlay = useFormOverlay('correct', link.id);
  const claims = CLAIMS_AGAINST[link.status];
  const status = STATUS_LABELS[shownStatus(link.status, link.wasLive)];
  const marked = countedSince(history) ?? link.addedAt.slice(0, 10);
  // A wrong “removed” was wrong from its first day. A link that is gone was live until somebody saw the page.
  const since = link.status === 'live' ? (link.lastChecked?.slice(0, 10) ?? marked) : marked;
  const initialValues = { claim: claims[0], note: '', since };

  const submit = async (body: typeof initialValues) => {
    await send('POST', '/api/links/:id/corrections', { params: { id: link.id }, body });
    notify(messages.saved, { lines: [formatClaim(body.claim)] });
    void revalidateOwnChange(['links', 'stats', 'clients', 'campaigns'], [link.id]);
    return { done: true } as const;
  };

  return (
    <DialogForm
      initialValues={initialValues}
      draft={`correct-${link.id}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.failed}
      {...overlay}
      validate={(values) => fieldErrors(() => parse(correctVerdictSchema, values))}
      submit={submit}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {format('shown', { status, reason: formatLinkReason(link) })}
      </Typography>
      <SelectField
        name="claim"
        label={messages.claim}
        choices={claims.map((claim) => ({ value: claim, label: formatClaim(claim) }))}
      />
      <TextField name="note" label={messages.note} hint={messages.noteHint} required autoFocus rows={2} />
      <TextField
        name="since"
        label={messages.since}
        hint={format('marked', { status, day: formatDay(marked) })}
        type="date"
        max={dayOf(new Date())}
      />
      <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{messages.lasts}</Typography>
    </DialogForm>
  );
}
