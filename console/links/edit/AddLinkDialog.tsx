/** The Add Backlink dialog. It proposes the campaign, the team or the client of the page, or the usual team. */
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { campaignIdFromPath, clientFromPath, teamIdFromPath } from '../../platform/address/page-paths.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { utcDay } from '../../platform/format/dates.ts';
import { useStore } from '../../platform/store/create-store.ts';
import { useNow } from '../../platform/timing/use-now.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { rememberTeam, useDefaultTeam } from '../../session/default-team.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { DialogPlaceholder } from '../../ui/dialogs/DialogPlaceholder.tsx';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { messages as common } from '../../ui/messages.ts';
import { messages as linkMessages } from '../messages.ts';
import { AddedLinks } from './AddedLinks.tsx';
import { AddManyOffer } from './AddManyOffer.tsx';
import { addAnother } from './add-another.ts';
import { type AddedLink, addLink, notifyAdded } from './add-link.ts';
import { httpInstead } from './guessed-schemes.ts';
import { LinkForm } from './LinkForm.tsx';
import { lastDuration, rememberDuration } from './last-duration.ts';
import { freshValues, type LinkFormValues, nextValues, toFieldErrors, toRequest } from './link-form-values.ts';
import { messages } from './messages.ts';
import { useDuplicateWarning } from './use-duplicate-warning.tsx';

interface AddLinkFormProps {
  readonly proposed: Parameters<typeof freshValues>[1];
  readonly draft: string;
}

function AddLinkForm({ proposed, draft }: AddLinkFormProps) {
  const { open, close } = useOverlay();
  const user = useCurrentUser();
  const today = utcDay(useNow());
  const withDuplicateWarning = useDuplicateWarning();
  const another = useStore(addAnother);
  const [added, setAdded] = useState<readonly AddedLink[]>([]);
  // Values that are remembered or loaded later must not change the open form.
  const [initialValues, setInitialValues] = useState(() =>
    freshValues(user.id, { ...proposed, duration: lastDuration() }),
  );
  const sent = useRef(initialValues);
  const latest = useRef<AddedLink>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const submit = async (values: LinkFormValues) => {
    sent.current = values;
    const { path, body } = toRequest(values);
    // The first check of a link that is due later comes on its day.
    const isDue = !('timelineDate' in body) || (body.timelineDate ?? today) <= today;
    const result = await withDuplicateWarning((extra) =>
      addLink({
        path,
        body: { ...body, ...extra },
        isChecked: Boolean(body.articleLink && body.clientLink) && isDue,
        byHttp: httpInstead(body.articleLink),
        toFieldErrors: (fields) => toFieldErrors(fields, values),
        report: (link) => {
          if (another && isOpen.current) latest.current = link;
          else notifyAdded(link, (id) => open('link', id));
        },
      }),
    );
    if (result.done && path === '/api/links') {
      rememberTeam(values.teamId);
      if (body.duration != null) rememberDuration(body.duration);
    }
    return result;
  };

  return (
    <LinkForm
      // The next link begins in its first field.
      key={added.length}
      initialValues={initialValues}
      draft={draft}
      addMany={<AddManyOffer />}
      results={<AddedLinks added={added} />}
      submitLabel={{ idle: messages.addSubmit, pending: linkMessages.checking }}
      pendingMessage={{ title: linkMessages.checkingTitle, hint: linkMessages.checkingHint }}
      failed={messages.addFailed}
      isOpenAt={(params) => params.get('dialog') === 'add'}
      submit={submit}
      onClose={() => close('dialog')}
      onDone={() => {
        const link = latest.current;
        if (link === null) close('dialog');
        else {
          latest.current = null;
          setInitialValues(nextValues(sent.current));
          setAdded([link, ...added]);
        }
      }}
      reopen={() => open('dialog', 'add')}
      {...(added.length > 0 && { cancelLabel: common.close })}
      option={
        <FormControlLabel
          control={<Switch size="small" checked={another} onChange={(_, on) => addAnother.set(on)} />}
          label={messages.addAnother}
          sx={{ ml: -0.5, mr: 'auto', '& .MuiFormControlLabel-label': { fontSize: '0.8125rem' } }}
        />
      }
    />
  );
}

export function AddLinkDialog() {
  const { close } = useOverlay();
  const { pathname } = useLocation();
  const clientDomain = clientFromPath(pathname) ?? '';
  const campaignId = campaignIdFromPath(pathname);
  const campaign = useAnswer(campaignId === null ? null : pathTo('/api/campaigns/:id', { params: { id: campaignId } }));
  const here = campaignId === null ? teamIdFromPath(pathname) : campaign.data?.teamId;
  const denial = useTeamDenial('AddLink', here);
  const usual = useDefaultTeam(clientDomain);
  const isGiven = denial === null && (campaignId === null ? here !== null : campaign.data !== undefined);
  const team = campaign.isLoading ? undefined : isGiven ? (here ?? '') : usual;
  const leave = () => close('dialog');
  const draft = ['add-link', campaignId ?? here ?? clientDomain].filter((part) => part !== '').join('-');
  return (
    <OverlayDialog title={messages.addTitle} onClose={leave}>
      {team === undefined ? (
        <DialogPlaceholder onClose={leave} />
      ) : (
        <AddLinkForm
          proposed={{
            teamId: team,
            campaignId: isGiven ? (campaignId ?? '') : '',
            templateId: (isGiven && campaign.data?.templateId) || '',
            clientLink: clientDomain === '' ? '' : `https://${clientDomain}/`,
          }}
          draft={draft}
        />
      )}
    </OverlayDialog>
  );
}
