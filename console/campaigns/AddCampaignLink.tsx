/** Add Link on a campaign's screen: the link is the campaign's, and its fields change with how it came about. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef } from 'react';
import type { CampaignAnswer } from '../../query-service/answers/campaigns.ts';
import { useOverlay } from '../frame/overlay.ts';
import { AddLink } from '../links/AddLink.tsx';
import { Duplicate } from '../links/Duplicate.tsx';
import type { Outcome } from '../links/LinkForm.tsx';
import { words as linkWords } from '../links/words.ts';
import { useNow } from '../Moment.tsx';
import { useTeams } from '../teams/teams.ts';
import { SMALL_SCREEN } from '../theme.ts';
import { notify } from '../toasts/toasts.ts';
import { useUser } from '../users/user.ts';
import { addCampaignLink } from './addCampaignLink.ts';
import { CampaignLinkFields } from './CampaignLinkFields.tsx';
import { type CampaignLinkValues, freshValues, validate } from './campaignLinkForm.ts';
import { useCampaign, useCampaignRefusal } from './campaigns.ts';
import { DraftForm } from './DraftForm.tsx';
import { dayAt } from './timeline.ts';
import { words } from './words.ts';

function AddDialog({ campaign }: { campaign: CampaignAnswer }) {
  const { open, close } = useOverlay();
  const user = useUser();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const today = dayAt(useNow());
  const team = useTeams()?.find(({ id }) => id === campaign.teamId) ?? null;
  const fresh = useMemo(() => freshValues(user.id), [user.id]);
  const anyway = useRef(false);
  const leave = () => close('dialog');

  const submit = async (values: CampaignLinkValues): Promise<Outcome> => {
    const outcome = await addCampaignLink(values, campaign, today, anyway.current);
    anyway.current = false;
    if (outcome.done || outcome.duplicate === undefined) return outcome;
    return { ...outcome, message: <Duplicate error={outcome.duplicate} anyway={anyway} />, told: true };
  };

  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="add-campaign-link-title">
      <DialogTitle id="add-campaign-link-title">{words.addTitle}</DialogTitle>
      <DraftForm<CampaignLinkValues>
        fresh={fresh}
        draft={`add-link-to-${campaign.id}`}
        submitWords={{ idle: words.addLink, busy: words.checking }}
        busyNote={{ title: linkWords.checkingTitle, hint: linkWords.checkingHint }}
        validate={(values) => validate(values, 'add')}
        stays={(params) => params.get('dialog') === 'add'}
        submit={submit}
        onDone={leave}
        onCancel={leave}
        onFailure={({ fields, told }, late) => {
          const problems = Object.values(fields);
          if ((problems.length > 0 || told === true) && !late) return;
          notify(words.error, {
            lines: [words.addFailed, ...(told === true ? [linkWords.duplicate] : problems)],
            tone: 'destructive',
            ...(late ? { action: { label: words.openAgain, run: () => open('dialog', 'add') } } : {}),
          });
        }}
      >
        {(values, busy) => <CampaignLinkFields values={values} busy={busy} team={team} />}
      </DraftForm>
    </Dialog>
  );
}

/** Where the campaign is not there, or one may only look at it, a link is added as anywhere else. */
export function AddCampaignLink({ campaignId }: { campaignId: string }) {
  const { data: campaign, error } = useCampaign(campaignId);
  const refusal = useCampaignRefusal('AddLink', campaign?.teamId);
  if (error !== undefined || refusal !== null) return <AddLink />;
  return campaign === undefined ? null : <AddDialog campaign={campaign} />;
}
