/** The dialogs that can open on every signed-in page: the address says which. */
import { lazy, useEffect } from 'react';
import { useLocation } from 'react-router';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { campaignIdFromPath, clientFromPath, teamIdFromPath } from '../platform/address/page-paths.ts';
import { isSample } from '../platform/address/sample.ts';
import { useTeamsWhenIdle } from '../session/my-teams.ts';
import { UpgradeDialogHost } from '../status-checks/UpgradeDialogHost.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { prefetchParts } from './prefetch.ts';

const AddLinkDialog = lazy(async () => ({ default: (await import('../links/edit/AddLinkDialog.tsx')).AddLinkDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('../links/import/ImportDialog.tsx')).ImportDialog }));
const CreateCampaign = lazy(async () => ({
  default: (await import('../campaigns/CreateCampaign.tsx')).CreateCampaign,
}));
const ShareDialog = lazy(async () => ({ default: (await import('../shares/ShareDialog.tsx')).ShareDialog }));
const EditLinkDialog = lazy(async () => ({
  default: (await import('../links/edit/EditLinkDialog.tsx')).EditLinkDialog,
}));
const CorrectVerdict = lazy(async () => ({
  default: (await import('../links/corrections/CorrectVerdict.tsx')).CorrectVerdict,
}));
const EvidencePackDialog = lazy(async () => ({
  default: (await import('../links/evidence-packs/EvidencePackDialog.tsx')).EvidencePackDialog,
}));
const EditTerms = lazy(async () => ({ default: (await import('../links/terms/EditTerms.tsx')).EditTerms }));
const EditMoney = lazy(async () => ({ default: (await import('../links/money/EditMoney.tsx')).EditMoney }));
const BrandDialog = lazy(async () => ({ default: (await import('../brand/BrandDialog.tsx')).BrandDialog }));
const InviteToTeam = lazy(async () => ({ default: (await import('../teams/members/InviteMembers.tsx')).InviteToTeam }));
const InviteMembers = lazy(async () => ({
  default: (await import('../teams/members/InviteMembers.tsx')).InviteMembers,
}));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shell/ShortcutsDialog.tsx')).ShortcutsDialog }));
const PastDialog = lazy(async () => ({ default: (await import('../past/PastDialog.tsx')).PastDialog }));
const LinkDetails = lazy(async () => ({ default: (await import('../links/details/LinkDetails.tsx')).LinkDetails }));
const CommandPalette = lazy(async () => ({ default: (await import('./palette/CommandPalette.tsx')).CommandPalette }));

export function Dialogs() {
  const { pathname } = useLocation();
  const { params } = useOverlay();
  const campaignId = campaignIdFromPath(pathname);
  const clientDomain = clientFromPath(pathname) ?? '';
  const packed = campaignId !== null ? { campaignId } : clientDomain === '' ? null : { client: clientDomain };
  const dialog = params.get('dialog');
  const edited = params.get('edit');
  const corrected = params.get('correct');
  const agreed = params.get('terms');
  const priced = params.get('money');
  const shown = params.get('link');
  const invitedTo = params.get('invite');
  const branded = params.get('brand');

  useEffect(prefetchParts, []);
  useTeamsWhenIdle();

  return (
    <>
      <LazyBoundary>
        {shown !== null && <LinkDetails id={shown} />}
        {dialog === 'evidence-pack' && packed !== null && !isSample() && <EvidencePackDialog subject={packed} />}
        {dialog === 'past' && <PastDialog />}
        {dialog === 'keys' && <ShortcutsDialog />}
      </LazyBoundary>
      <OnlyToday>
        <LazyBoundary>
          {dialog === 'add' && <AddLinkDialog key={campaignId} />}
          {dialog === 'add-many' && (
            <ImportDialog teamId={teamIdFromPath(pathname)} campaignId={campaignId} pasteFor={clientDomain} />
          )}
          {dialog === 'create-campaign' && <CreateCampaign />}
          {dialog === 'invite' && <InviteToTeam />}
          {dialog === 'share' && <ShareDialog clientDomain={clientDomain} key={clientDomain} />}
          {edited !== null && <EditLinkDialog id={edited} key={`edit-${edited}`} />}
          {corrected !== null && <CorrectVerdict id={corrected} key={`correct-${corrected}`} />}
          {agreed !== null && <EditTerms id={agreed} key={`terms-${agreed}`} />}
          {priced !== null && <EditMoney id={priced} key={`money-${priced}`} />}
          {branded !== null && <BrandDialog list={branded} key={`brand-${branded}`} />}
          {invitedTo !== null && <InviteMembers teamId={invitedTo} key={`invite-${invitedTo}`} />}
        </LazyBoundary>
      </OnlyToday>
      <LazyBoundary>{params.has('palette') && <CommandPalette />}</LazyBoundary>
      <UpgradeDialogHost />
    </>
  );
}
