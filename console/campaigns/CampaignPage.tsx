/** One campaign: its status, timeline and links. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { Action } from '../../command-service/contract/policy.ts';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { AddLinkButton } from '../links/actions/AddLinkButton.tsx';
import { EvidencePackButton } from '../links/evidence-packs/EvidencePackButton.tsx';
import { ImportExportButtons } from '../links/import/ImportExportButtons.tsx';
import { LinkList } from '../links/list/LinkList.tsx';
import { HistoryPanel } from '../links/stats/HistoryPanel.tsx';
import { StatusCounts } from '../links/stats/StatusCounts.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { clientPath, teamPath } from '../platform/address/page-paths.ts';
import { useTeamDenial } from '../session/permissions.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RefusableButton } from '../ui/feedback/RefusableButton.tsx';
import { CampaignsIcon, EditIcon, LinkIcon, PlusIcon, TrashIcon } from '../ui/layout/icons.tsx';
import { DetailPage } from '../ui/pages/DetailPage.tsx';
import { CampaignStatus } from './CampaignStatus.tsx';
import { CampaignTimeline } from './CampaignTimeline.tsx';
import { messages } from './messages.ts';
import { useCampaign } from './queries.ts';

const EditCampaign = lazy(async () => ({ default: (await import('./EditCampaign.tsx')).EditCampaign }));
const DeleteCampaign = lazy(async () => ({ default: (await import('./DeleteCampaign.tsx')).DeleteCampaign }));

interface ActionButtonProps {
  readonly campaign: CampaignAnswer;
  readonly action: Action;
  readonly dialog: string;
  readonly icon: ReactNode;
  /** The main action of the page. */
  readonly main?: boolean;
  readonly children: string;
}

/** Opens a dialog, or explains why the person may not. */
function ActionButton({ campaign, action, dialog, icon, main = false, children }: ActionButtonProps) {
  const { open } = useOverlay();
  const refusal = useTeamDenial(action, campaign.teamId);
  return (
    <RefusableButton
      refusal={refusal}
      {...(main && { variant: 'contained', color: 'primary' })}
      startIcon={icon}
      onClick={() => open('dialog', dialog)}
    >
      {children}
    </RefusableButton>
  );
}

function Empty({ campaign }: { campaign: CampaignAnswer }) {
  const allowed = useTeamDenial('AddLink', campaign.teamId) === null;
  return (
    <EmptyState
      icon={<LinkIcon />}
      title={messages.noLinks}
      action={allowed ? <AddLinkButton>{messages.addLink}</AddLinkButton> : undefined}
    >
      {allowed ? messages.noLinksHint : messages.noLinksToSee}
    </EmptyState>
  );
}

function Heading({ campaign }: { campaign: CampaignAnswer }) {
  const { name, status, description, teamId, teamName, clientDomain, clientName } = campaign;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography component="h1" variant="h1" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <CampaignStatus status={status} />
      </Box>
      {teamId !== null && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {messages.team}{' '}
          <Box component={Link} to={teamPath(teamId)} dir="auto" sx={{ color: 'text.primary' }}>
            {teamName ?? messages.team}
          </Box>
          {clientDomain !== null && (
            <>
              {` · ${messages.client} `}
              <Box component={Link} to={clientPath(clientDomain)} dir="auto" sx={{ color: 'text.primary' }}>
                {clientName}
              </Box>
            </>
          )}
        </Typography>
      )}
      {description !== null && (
        <Typography
          dir="auto"
          sx={{ mt: 1, maxWidth: 720, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', textWrap: 'pretty' }}
        >
          {description}
        </Typography>
      )}
    </>
  );
}

function Actions({ campaign }: { campaign: CampaignAnswer }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ActionButton campaign={campaign} action="EditCampaign" dialog="edit-campaign" icon={<EditIcon />}>
        {messages.edit}
      </ActionButton>
      <ActionButton campaign={campaign} action="DeleteCampaign" dialog="delete-campaign" icon={<TrashIcon />}>
        {messages.delete}
      </ActionButton>
      <ImportExportButtons
        baseFilter={{ campaignId: campaign.id }}
        refusal={useTeamDenial('AddLink', campaign.teamId)}
      />
      <EvidencePackButton />
      <ActionButton campaign={campaign} action="AddLink" dialog="add" icon={<PlusIcon />} main>
        {messages.addLink}
      </ActionButton>
    </Box>
  );
}

export function CampaignPage() {
  const { id = '' } = useParams();
  const { params } = useOverlay();
  const dialog = params.get('dialog');
  const query = useCampaign(id);
  const campaign = query.data;
  const baseFilter = useMemo(() => ({ campaignId: id }), [id]);
  const editRefusal = useTeamDenial('EditCampaign', campaign?.teamId);
  return (
    <DetailPage
      query={query}
      title={campaign?.name}
      noun={messages.campaign}
      back={{ to: '/campaigns', label: messages.campaigns }}
      missing={{ icon: <CampaignsIcon />, title: messages.notFound, hint: messages.notFoundHint, back: messages.back }}
      failed={messages.campaignFailed}
      heading={campaign !== undefined && <Heading campaign={campaign} />}
      actions={campaign !== undefined && <Actions campaign={campaign} />}
    >
      <StatusCounts counts={campaign} removed="removed" baseFilter={baseFilter} />
      {campaign === undefined ? <Skeleton variant="rounded" height={38} /> : <CampaignTimeline campaign={campaign} />}
      <HistoryPanel baseFilter={baseFilter} />
      <LinkList baseFilter={baseFilter} empty={campaign === undefined ? null : <Empty campaign={campaign} />} />
      <LazyBoundary>
        {campaign !== undefined && editRefusal === null && (
          <>
            {dialog === 'edit-campaign' && <EditCampaign campaign={campaign} />}
            {dialog === 'delete-campaign' && <DeleteCampaign campaign={campaign} />}
          </>
        )}
      </LazyBoundary>
    </DetailPage>
  );
}
