/** The Edit Backlink dialog: changes only what was changed, and only from what was seen. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, getOrNull, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { SubmitResult } from '../../ui/forms/submit-result.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { linkPath, useLink } from '../link-queries.ts';
import { FIELD_LABELS, formatValue, messages } from '../messages.ts';
import { DuplicateWarning, isDuplicate } from './DuplicateWarning.tsx';
import { PERMANENT } from './duration.ts';
import { LinkForm } from './LinkForm.tsx';
import { changesBetween, type LinkFormValues, valuesOf } from './link-form-values.ts';

const EditCampaignLink = lazy(async () => ({
  default: (await import('../../campaign-links/EditCampaignLink.tsx')).EditCampaignLink,
}));

/** What someone else changed while this form was open: each field and what it says now. */
function ConcurrentEdits({ before, now }: { before: LinkAnswer; now: LinkAnswer }) {
  const changes = Object.entries(changesBetween(valuesOf(before), valuesOf(now)));
  return (
    <>
      {messages.changedMeanwhile}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {changes.map(([field, value]) => (
          <li key={field}>
            {FIELD_LABELS[field] ?? field}:{' '}
            {field === 'assignedTo'
              ? (now.assignedToName ?? messages.unassigned)
              : field === 'teamId'
                ? (now.teamName ?? messages.noTeam)
                : formatValue(value)}
          </li>
        ))}
      </Box>
    </>
  );
}

function EditForm({ link, leave }: { link: LinkAnswer; leave: () => void }) {
  // The form began from this revision; a newer one that arrives meanwhile must not slip in unseen.
  const [began] = useState(link);
  const base = useRef(link);
  const anyway = useRef(false);
  const fresh = useMemo(() => valuesOf(began), [began]);

  const submit = async (values: LinkFormValues): Promise<SubmitResult> => {
    const body = { ...changesBetween(valuesOf(began), values), ...(anyway.current ? { allowDuplicate: true } : {}) };
    anyway.current = false;
    try {
      if (Object.keys(body).length > 0)
        await send('PATCH', linkPath(link.id), { body, revision: base.current.revision });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412) {
        const now = await getOrNull<LinkAnswer>(linkPath(link.id)).catch((failure: ApiError) => failure);
        if (now === null) return { done: false, message: messages.deletedMeanwhile, fields: {} };
        if (now instanceof ApiError) return { done: false, message: now.message, fields: {} };
        base.current = now;
        return { done: false, message: <ConcurrentEdits before={began} now={now} />, fields: {} };
      }
      if (isDuplicate(error))
        return { done: false, message: <DuplicateWarning error={error} anyway={anyway} />, fields: {} };
      if (error.status === 404) return { done: false, message: messages.deletedMeanwhile, fields: {} };
      if (error.status !== 401 && Object.keys(error.fields).length === 0) {
        notify(messages.error, { lines: [messages.updateFailed], severity: 'destructive' });
      }
      return { done: false, message: error.message, fields: error.fields };
    }
    notify(messages.linkUpdated, { lines: [messages.linkUpdatedHint] });
    void revalidateLists(['links', 'stats', 'clients'], [link.id]);
    return { done: true };
  };

  return (
    <LinkForm
      fresh={fresh}
      draft={`edit-${link.id}-${began.revision}`}
      submitWords={{ idle: messages.editSubmit, busy: messages.updating }}
      permanent={link.duration === PERMANENT}
      link={began}
      stays={(params) => params.get('edit') === link.id}
      submit={submit}
      onDone={leave}
      onCancel={leave}
      leavable={false}
    />
  );
}

/** A link that lacks an address was made for a campaign, which may have been deleted since. */
function isOfCampaign({ campaignId, promotionType, articleLink, clientLink }: LinkAnswer): boolean {
  return promotionType !== null && (campaignId !== null || articleLink === '' || clientLink === '');
}

/** In the place of the form, while it is on its way, or with the reason why it does not come. */
function Waiting({ leave, children = null }: { leave: () => void; children?: ReactNode }) {
  return (
    <>
      <DialogContent aria-busy={children === null} sx={{ minHeight: 360 }}>
        {children ?? [1, 2, 3, 4].map((row) => <Skeleton key={row} variant="rounded" height={48} sx={{ mb: 2 }} />)}
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>{messages.close}</Button>
      </DialogActions>
    </>
  );
}

export function EditLink({ id }: { id: string }) {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { data: link, error, mutate } = useLink(id);
  const leave = () => close('edit');
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="edit-title">
      <DialogTitle id="edit-title">{messages.editTitle}</DialogTitle>
      {link !== undefined ? (
        isOfCampaign(link) ? (
          <Suspense fallback={<Waiting leave={leave} />}>
            <EditCampaignLink link={link} leave={leave} />
          </Suspense>
        ) : (
          <EditForm link={link} leave={leave} />
        )
      ) : (
        <Waiting leave={leave}>
          {error === undefined ? null : (
            <EmptyState
              icon={<AlertIcon />}
              title={error.status === 404 ? messages.notThere : messages.detailsFailed}
              action={
                error.status === 404 ? undefined : <Button onClick={() => void mutate()}>{messages.retry}</Button>
              }
            >
              {error.status === 404 ? messages.notThereHint : error.message}
            </EmptyState>
          )}
        </Waiting>
      )}
    </Dialog>
  );
}
