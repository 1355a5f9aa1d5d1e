/** Add Link on a campaign's page: adds the link to the campaign. */
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { useCampaign } from '../campaigns/queries.ts';
import { AddLinkDialog } from '../links/edit/AddLinkDialog.tsx';
import { addLink } from '../links/edit/add-link.ts';
import { useDuplicateWarning } from '../links/edit/use-duplicate-warning.tsx';
import { messages as linkMessages } from '../links/messages.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { localDay } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { useTeamDenial } from '../session/permissions.ts';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { CampaignLinkFields } from './CampaignLinkFields.tsx';
import {
  bodyOf,
  type CampaignLinkValues,
  initialCampaignLink,
  mapFieldErrors,
  validate,
} from './campaign-link-form.ts';
import { messages } from './messages.ts';

function AddDialog({ campaign }: { campaign: CampaignAnswer }) {
  const { open, close } = useOverlay();
  const user = useCurrentUser();
  const today = localDay(useNow());
  const team = useTeams()?.find(({ id }) => id === campaign.teamId) ?? null;
  const withDuplicateWarning = useDuplicateWarning();

  const submit = (values: CampaignLinkValues) =>
    withDuplicateWarning((extra) => {
      const body = { ...bodyOf(values, campaign), ...extra };
      return addLink({
        path: '/api/campaign-links',
        body,
        // The first check of a link that is due later comes on its day.
        isChecked: Boolean(body.articleLink && body.clientLink) && (body.timelineDate ?? today) <= today,
        toFieldErrors: (fields) => mapFieldErrors(fields, values, 'add'),
      });
    });

  return (
    <FormDialog<CampaignLinkValues>
      title={messages.addTitle}
      initialValues={initialCampaignLink(user.id)}
      draft={`add-link-to-${campaign.id}`}
      submitLabel={{ idle: messages.addLink, pending: messages.checking }}
      pendingMessage={{ title: linkMessages.checkingTitle, hint: linkMessages.checkingHint }}
      failed={messages.addFailed}
      isOpenAt={(params) => params.get('dialog') === 'add'}
      validate={(values) => validate(values, 'add')}
      submit={submit}
      onClose={() => close('dialog')}
      reopen={() => open('dialog', 'add')}
    >
      {(values, isSubmitting) => <CampaignLinkFields values={values} busy={isSubmitting} team={team} />}
    </FormDialog>
  );
}

/** Adds an ordinary link where the campaign does not exist or the person may not add links to it. */
export function AddCampaignLink({ campaignId }: { campaignId: string }) {
  const { data: campaign, error } = useCampaign(campaignId);
  const refusal = useTeamDenial('AddLink', campaign?.teamId);
  if (error !== undefined || refusal !== null) return <AddLinkDialog />;
  return campaign === undefined ? null : <AddDialog campaign={campaign} />;
}
