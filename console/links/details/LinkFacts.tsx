/** The facts of a link: what checks found, and below the history what people said about it. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { campaignPath, teamPath } from '../../platform/address/page-paths.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Dash } from '../../ui/text/Dash.tsx';
import { ExactTime } from '../../ui/text/ExactTime.tsx';
import { UrlLink } from '../../ui/text/UrlText.tsx';
import { formatDaysLeft, formatDuration, messages as linkMessages, TYPE_LABELS } from '../messages.ts';
import { PromotionType } from '../PromotionType.tsx';
import { TagChips } from '../tags/TagChips.tsx';
import { useWho } from './CheckLine.tsx';
import { FactList } from './FactList.tsx';
import { format, formatTypeSince, messages, NEXT_CHECK_NOTES } from './messages.ts';
import { seenSince } from './timeline.ts';
import { useLinkHistory } from './use-link-history.ts';

/** The type of the link, and since when it has it. */
function TypeFact({ link }: { link: LinkDetailsAnswer }) {
  const { data: history } = useLinkHistory(link.id);
  const since = history === undefined ? null : seenSince(history, 'linkType');
  if (link.linkType === null) return <Dash label={TYPE_LABELS.none} />;
  return since === null || since.value !== link.linkType ? TYPE_LABELS[link.linkType] : formatTypeSince(since);
}

/** What the checks found, and until when. */
export function FoundFacts({ link }: { link: LinkDetailsAnswer }) {
  // The values are those of the last check that found the link.
  const isPast = link.status !== 'live' && link.wasLive;
  return (
    <FactList
      rows={[
        [linkMessages.articleLink, <UrlLink key="article" value={link.articleLink} />],
        [linkMessages.clientLink, <UrlLink key="client" value={link.clientLink} />],
        [
          isPast ? messages.lastAnchor : messages.anchor,
          link.anchor ? <bdi key="anchor">{link.anchor}</bdi> : <Dash key="anchor" />,
        ],
        [isPast ? messages.lastLinkType : linkMessages.linkType, <TypeFact key="type" link={link} />],
        [
          messages.lastChecked,
          link.lastChecked === null ? linkMessages.never : <ExactTime key="checked" at={link.lastChecked} />,
        ],
        [messages.liveDate, link.liveDate === null ? <Dash key="live" /> : formatDay(link.liveDate)],
        [linkMessages.duration, formatDuration(link.duration)],
        link.expirationDate === null
          ? null
          : [
              messages.expires,
              link.daysLeft === null
                ? formatDay(link.expirationDate)
                : format('expiresOn', { day: formatDay(link.expirationDate), left: formatDaysLeft(link.daysLeft) }),
            ],
      ]}
    />
  );
}

/** Who takes care of the link, where it belongs, and when it is checked next. */
export function LinkFacts({ link }: { link: LinkDetailsAnswer }) {
  const user = useCurrentUser();
  const whoOf = useWho();
  const added = useLinkHistory(link.id).data?.findLast(({ kind }) => kind === 'added');
  const assignee =
    link.assignedTo === null
      ? linkMessages.unassigned
      : link.assignedTo === user.id
        ? linkMessages.me
        : link.assignedToName;
  return (
    <FactList
      rows={[
        link.tags.length === 0 ? null : [linkMessages.tagsFact, <TagChips key="tags" tags={link.tags} />],
        link.pocEmail === null ? null : [messages.contact, link.pocEmail],
        [messages.assignedTo, assignee ?? linkMessages.unassigned],
        link.teamId === null
          ? null
          : [
              linkMessages.team,
              <Link key="team" component={RouterLink} to={teamPath(link.teamId)} color="inherit" underline="always">
                <bdi>{link.teamName ?? linkMessages.team}</bdi>
              </Link>,
            ],
        link.campaignId === null
          ? null
          : [
              messages.campaign,
              <Link
                key="campaign"
                component={RouterLink}
                to={campaignPath(link.campaignId)}
                color="inherit"
                underline="always"
              >
                <bdi>{link.campaignName ?? messages.campaign}</bdi>
              </Link>,
            ],
        link.promotionType === null ? null : [messages.promotion, <PromotionType key="promotion" link={link} />],
        link.websiteUrl === null || link.websiteUrl === link.articleLink
          ? null
          : [messages.website, <UrlLink key="website" value={link.websiteUrl} />],
        link.remarks === null
          ? null
          : [
              messages.remarks,
              <Box key="remarks" component="span" dir="auto" sx={{ display: 'block', whiteSpace: 'pre-wrap' }}>
                {link.remarks}
              </Box>,
            ],
        added === undefined ? null : [messages.addedBy, whoOf(added).who],
        [messages.added, <ExactTime key="added" at={link.addedAt} />],
        link.nextCheck === null
          ? null
          : [
              messages.nextCheck,
              <span key="next">
                <ExactTime at={link.nextCheck.at} />
                {NEXT_CHECK_NOTES[link.nextCheck.reason] !== undefined &&
                  ` (${NEXT_CHECK_NOTES[link.nextCheck.reason]})`}
              </span>,
            ],
      ]}
    />
  );
}
