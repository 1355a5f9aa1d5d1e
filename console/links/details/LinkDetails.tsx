/** The Link Details panel: the facts, the status with its reason, and the whole history. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { LinkDetailsAnswer } from '../../../query-service/contract/queries.ts';
import { campaignScreen } from '../../campaigns/queries.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { dayInWords } from '../../platform/format/dates.ts';
import { useUser } from '../../session/current-user.ts';
import { teamScreen } from '../../teams/queries.ts';
import { Notice } from '../../ui/EmptyState.tsx';
import { AlertIcon, CloseIcon, TrashIcon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/RelativeTime.tsx';
import { FullAddress } from '../../ui/UrlText.tsx';
import { EditButton } from '../actions/EditButton.tsx';
import { RecheckButton } from '../actions/RecheckButton.tsx';
import { TrashButton } from '../actions/TrashButton.tsx';
import { Status } from '../LinkStatus.tsx';
import { useLink } from '../link-queries.ts';
import { daysLeftInWords, pictureWords, REASON_WORDS, TYPE_WORDS, words } from '../messages.ts';
import { Promotion } from '../PromotionType.tsx';
import { Tags } from '../tags/TagChips.tsx';
import { LinkHistory } from './LinkHistory.tsx';
import { Facts } from './Observation.tsx';
import { LinkEvidence, usePictures } from './StatusScreenshots.tsx';

function LinkFacts({ link }: { link: LinkDetailsAnswer }) {
  const user = useUser();
  const assignee =
    link.assignedTo === null ? words.unassigned : link.assignedTo === user.id ? words.me : link.assignedToName;
  return (
    <Facts
      rows={[
        [words.articleLink, <FullAddress key="article" value={link.articleLink} />],
        [words.clientLink, <FullAddress key="client" value={link.clientLink} />],
        [words.anchor, <bdi key="anchor">{link.anchor || words.notApplicable}</bdi>],
        [words.linkType, TYPE_WORDS[link.linkType ?? 'none']],
        [words.lastChecked, link.lastChecked === null ? words.never : <Moment key="checked" at={link.lastChecked} />],
        link.nextCheck === null
          ? null
          : [
              words.nextCheck,
              <span key="next">
                <Moment at={link.nextCheck.at} />, {REASON_WORDS[link.nextCheck.reason]}
              </span>,
            ],
        [words.liveDate, link.liveDate === null ? words.notApplicable : dayInWords(link.liveDate)],
        [words.duration, link.duration],
        link.expirationDate === null
          ? null
          : [
              words.expires,
              `${dayInWords(link.expirationDate)}${link.daysLeft === null ? '' : ` (${daysLeftInWords(link.daysLeft)})`}`,
            ],
        link.teamId === null
          ? null
          : [
              words.team,
              <Link key="team" component={RouterLink} to={teamScreen(link.teamId)} color="inherit" underline="always">
                <bdi>{link.teamName ?? words.team}</bdi>
              </Link>,
            ],
        link.campaignId === null
          ? null
          : [
              words.campaign,
              <Link
                key="campaign"
                component={RouterLink}
                to={campaignScreen(link.campaignId)}
                color="inherit"
                underline="always"
              >
                <bdi>{link.campaignName ?? words.campaign}</bdi>
              </Link>,
            ],
        link.promotionType === null ? null : [words.promotion, <Promotion key="promotion" link={link} />],
        link.websiteUrl === null || link.websiteUrl === link.articleLink
          ? null
          : [words.website, <FullAddress key="website" value={link.websiteUrl} />],
        [words.assignedTo, assignee ?? words.unassigned],
        link.pocEmail === null ? null : [words.contact, link.pocEmail],
        link.tags.length === 0 ? null : [words.tagsFact, <Tags key="tags" tags={link.tags} />],
        link.remarks === null
          ? null
          : [
              words.remarksFact,
              <Box key="remarks" component="span" dir="auto" sx={{ display: 'block', whiteSpace: 'pre-wrap' }}>
                {link.remarks}
              </Box>,
            ],
        [words.added, <Moment key="added" at={link.addedAt} />],
      ]}
    />
  );
}

function Section({ title, children }: { title?: string; children: React.ReactNode }) {
  return (
    <Box component="section" sx={{ px: 3, py: 2.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {title !== undefined && (
        <Typography component="h3" variant="h3" sx={{ mb: 2 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

export function LinkDetails({ id }: { id: string }) {
  const { close } = useOverlay();
  const { data: link, error, mutate } = useLink(id);
  const { pictures, awaited } = usePictures(id);
  const leave = () => close('link');
  const missing = error?.status === 404;
  return (
    <Drawer
      open
      anchor="right"
      onClose={leave}
      // A dialog like any other: the one that was opened last is on top.
      sx={{ zIndex: 'modal' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': 'details-title',
          sx: { width: 'min(100vw, 560px)', borderRadius: 0, borderLeft: { sm: 1 }, borderColor: { sm: 'divider' } },
        },
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          height: 56,
          pl: 3,
          pr: 1.5,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id="details-title" component="h2" variant="h2" sx={{ flex: 1 }}>
          {words.detailsTitle}
        </Typography>
        <IconButton aria-label={words.close} onClick={leave}>
          <CloseIcon />
        </IconButton>
      </Box>
      {missing ? (
        <Notice icon={<TrashIcon />} title={words.notThere}>
          {words.notThereHint}
        </Notice>
      ) : link === undefined && error !== undefined ? (
        <Notice
          icon={<AlertIcon />}
          title={words.detailsFailed}
          action={<Button onClick={() => void mutate()}>{words.retry}</Button>}
        >
          {error.message}
        </Notice>
      ) : (
        <>
          <Section>
            {link === undefined ? (
              <Box sx={{ minHeight: 84 }}>
                <Skeleton width={88} height={24} />
                <Skeleton width="70%" />
              </Box>
            ) : (
              <>
                <Box sx={{ fontSize: '1rem' }}>
                  <Status status={link.status} checking={link.checking} />
                </Box>
                <Typography sx={{ mt: 0.5, mb: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {link.reason.text}
                </Typography>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                  <RecheckButton link={link} wide />
                  <EditButton link={link} wide />
                  <TrashButton link={link} wide onTrash={leave} />
                </Box>
              </>
            )}
          </Section>
          <Section>
            {link === undefined ? (
              [1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height={24} />)
            ) : (
              <LinkFacts link={link} />
            )}
          </Section>
        </>
      )}
      {(pictures.length > 0 || awaited) && !missing && (
        <Section title={pictures.length + (awaited ? 1 : 0) > 1 ? pictureWords.title : pictureWords.titleOfOne}>
          <LinkEvidence pictures={pictures} awaited={awaited} />
        </Section>
      )}
      {!missing && (
        <Section title={words.history}>
          <LinkHistory id={id} />
        </Section>
      )}
    </Drawer>
  );
}
