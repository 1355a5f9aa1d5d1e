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
import type { LinkAnswer } from '../../../query-service/contract/queries.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { ApiError, getIfThere, send } from '../../platform/api/client.ts';
import { refresh } from '../../platform/live/use-live-updates.ts';
import { Notice } from '../../ui/EmptyState.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { SMALL_SCREEN } from '../../ui/theme/theme.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { linkPath, useLink } from '../link-queries.ts';
import { FIELD_WORDS, valueInWords, words } from '../messages.ts';
import { Duplicate, isDuplicate } from './DuplicateWarning.tsx';
import { PERMANENT } from './duration.ts';
import { LinkForm, type Outcome } from './LinkForm.tsx';
import { changesBetween, type LinkFormValues, valuesOf } from './link-form-values.ts';

const EditCampaignLink = lazy(async () => ({
  default: (await import('../../campaign-links/EditCampaignLink.tsx')).EditCampaignLink,
}));

/** What someone else changed while this form was open: each field and what it says now. */
function ChangedMeanwhile({ before, now }: { before: LinkAnswer; now: LinkAnswer }) {
  const changes = Object.entries(changesBetween(valuesOf(before), valuesOf(now)));
  return (
    <>
      {words.changedMeanwhile}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {changes.map(([field, value]) => (
          <li key={field}>
            {FIELD_WORDS[field] ?? field}:{' '}
            {field === 'assignedTo'
              ? (now.assignedToName ?? words.unassigned)
              : field === 'teamId'
                ? (now.teamName ?? words.noTeam)
                : valueInWords(value)}
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

  const submit = async (values: LinkFormValues): Promise<Outcome> => {
    const body = { ...changesBetween(valuesOf(began), values), ...(anyway.current ? { allowDuplicate: true } : {}) };
    anyway.current = false;
    try {
      if (Object.keys(body).length > 0)
        await send('PATCH', linkPath(link.id), { body, revision: base.current.revision });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412) {
        const now = await getIfThere<LinkAnswer>(linkPath(link.id)).catch((failure: ApiError) => failure);
        if (now === null) return { done: false, message: words.deletedMeanwhile, fields: {} };
        if (now instanceof ApiError) return { done: false, message: now.message, fields: {} };
        base.current = now;
        return { done: false, message: <ChangedMeanwhile before={began} now={now} />, fields: {} };
      }
      if (isDuplicate(error)) return { done: false, message: <Duplicate error={error} anyway={anyway} />, fields: {} };
      if (error.status === 404) return { done: false, message: words.deletedMeanwhile, fields: {} };
      if (error.status !== 401 && Object.keys(error.fields).length === 0) {
        notify(words.error, { lines: [words.updateFailed], tone: 'destructive' });
      }
      return { done: false, message: error.message, fields: error.fields };
    }
    notify(words.linkUpdated, { lines: [words.linkUpdatedHint] });
    void refresh(['links', 'stats', 'clients'], [link.id]);
    return { done: true };
  };

  return (
    <LinkForm
      fresh={fresh}
      draft={`edit-${link.id}-${began.revision}`}
      submitWords={{ idle: words.editSubmit, busy: words.updating }}
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
        <Button onClick={leave}>{words.close}</Button>
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
      <DialogTitle id="edit-title">{words.editTitle}</DialogTitle>
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
            <Notice
              icon={<AlertIcon />}
              title={error.status === 404 ? words.notThere : words.detailsFailed}
              action={error.status === 404 ? undefined : <Button onClick={() => void mutate()}>{words.retry}</Button>}
            >
              {error.status === 404 ? words.notThereHint : error.message}
            </Notice>
          )}
        </Waiting>
      )}
    </Dialog>
  );
}
