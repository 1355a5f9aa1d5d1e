/** The questions that can be asked and the answers that come: the contract of every GET. */
import * as yup from 'yup';
import { calendarDate } from '../../command-service/commands/schema/fields.ts';
import {
  type CheckReason,
  type EvidenceKind,
  LINK_STATUSES,
  LINK_TYPES,
  type LinkStatus,
  type LinkType,
  type Observation,
  type PromotionType,
  type ReasonCode,
  type Verdict,
} from '../../command-service/events.ts';
import { ALERT_TABS } from './answers/alerts.ts';
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportColumn } from './answers/exports.ts';
import { SHARED_SORTS, SHARED_STATUSES } from './answers/shares.ts';
import { CLIENT_SORTS, LINK_SORTS, NO_LINK_TYPE } from './list-options.ts';

/**
 * Query string of GET /api/links, after splitting lists at commas. `page` counts from 1; without it the whole list is
 * answered. `countUpTo` spares counting what nobody pages through: an `X-Total-Count` of it says "so many at least".
 * `expiringWithin` is in days (0 to 366). `assignedTo` is a user id, or `unassigned`. `tag`: links with one of
 * these tags, in whatever case.
 */
export const linkListSchema = yup.object({
  page: yup.number().integer().min(1).max(1_000_000),
  pageSize: yup.number().integer().min(1).max(500),
  sort: yup.string().oneOf(LINK_SORTS, `sort must be one of ${LINK_SORTS.join(', ')}`),
  dir: yup.string().oneOf(['asc', 'desc'] as const),
  status: yup.array(yup.string().oneOf(LINK_STATUSES).required()),
  linkType: yup.array(
    yup
      .string()
      .oneOf([...LINK_TYPES, NO_LINK_TYPE])
      .required(),
  ),
  q: yup.string().max(200),
  clientDomain: yup.string().max(253),
  campaignId: yup.string().max(100),
  teamId: yup.string().max(100),
  assignedTo: yup.string().max(100),
  expiringWithin: yup.number().integer().min(0).max(366),
  tag: yup.array(yup.string().max(40).required()).max(20),
  countUpTo: yup.number().integer().min(1).max(1_000_000),
});
export type LinkListQuery = yup.InferType<typeof linkListSchema>;

/** What narrows a list of links; in which order it is, and in which pages, is of no matter. */
export const linkFilterSchema = linkListSchema.omit(['page', 'pageSize', 'sort', 'dir', 'countUpTo']);

/** Query string of GET /api/links/export: a list and, of CSV, which columns in which order; all of them by default. */
export const exportSchema = linkListSchema.omit(['page', 'pageSize', 'countUpTo']).shape({
  format: yup.string().oneOf(EXPORT_FORMATS, `format must be one of ${EXPORT_FORMATS.join(', ')}`),
  columns: yup.array(
    yup
      .mixed<ExportColumn>()
      .required()
      .test('known', (_, { parent, createError }) => {
        const names: readonly string[] = EXPORT_COLUMNS;
        const unknown = (parent as readonly string[]).filter((name) => !names.includes(name));
        const named = unknown.map((name) => `“${name.slice(0, 50)}”`).join(', ');
        return (
          unknown.length === 0 ||
          createError({ message: `There is no column ${named}: choose from ${names.join(', ')}` })
        );
      }),
  ),
});

/** Query string of the lists that can only be paged: GET /api/trash and GET /api/links/{id}/history. */
export const pageSchema = linkListSchema.pick(['page', 'pageSize']);

/** Query string of GET /api/teams/my and /joined: `userId` may be sent as long as it is one's own. */
export const ownTeamsSchema = yup.object({ userId: yup.string().max(100) });

/** Query string of GET /api/stats: what the numbers are of. */
export const statsSchema = linkListSchema.pick(['teamId', 'clientDomain', 'campaignId']);

/** Query string of GET /api/stats/history: the first and the last day; the 30 days up to today, unless said otherwise. */
export const countHistorySchema = statsSchema.shape({ from: calendarDate('from'), to: calendarDate('to') });

/** Query string of GET /api/tags. */
export const tagListSchema = linkListSchema.pick(['teamId']);

/** Query string of GET /api/clients and of GET /api/teams/{id}/clients, which has no `teamId`. */
export const clientListSchema = linkListSchema.pick(['page', 'pageSize', 'dir', 'q', 'teamId']).shape({
  sort: yup.string().oneOf(CLIENT_SORTS, `sort must be one of ${CLIENT_SORTS.join(', ')}`),
});
export type ClientListQuery = yup.InferType<typeof clientListSchema>;

/** Query string of GET /api/teams/{id}/links: the path names the team. */
export const teamLinksSchema = linkListSchema.omit(['teamId']);

/** Query string of GET /api/teams/{id}/clients: the path names the team. */
export const teamClientsSchema = clientListSchema.omit(['teamId']);

/** Query string of GET /api/status-checks: the team; without one, one's own links. */
export const statusCheckListSchema = yup.object({
  teamId: yup.string().max(100, 'teamId must be at most 100 characters'),
});

/** Query string of GET /api/alerts. */
export const alertListSchema = pageSchema.shape({
  tab: yup.string().oneOf(ALERT_TABS, `tab must be one of ${ALERT_TABS.join(', ')}`),
});

/** Query string of GET /api/clients/{domain}. */
export const clientSchema = linkListSchema.pick(['teamId']);

/** Query string of GET /api/campaigns, newest first. `q` is looked for in name and description. */
export const campaignListSchema = linkListSchema.pick(['page', 'pageSize', 'q', 'teamId']);

/** Query string of GET /api/shared-links. */
export const shareListSchema = linkListSchema.pick(['page', 'pageSize', 'clientDomain', 'teamId']);

/** Query string of GET /api/shared/{shareId}: only what its answer shows can be asked for. */
export const sharedSchema = linkListSchema.pick(['page', 'pageSize', 'dir', 'q']).shape({
  password: yup.string(),
  status: yup.array(yup.string().oneOf(SHARED_STATUSES).required()),
  sort: yup.string().oneOf(SHARED_SORTS),
});
export type SharedQuery = yup.InferType<typeof sharedSchema>;

/** Query string of the answers that nothing narrows. */
export const nothingSchema = yup.object({});

/** The signed-in person (GET /api/auth/user). */
export interface UserAnswer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** GET /api/user/profile. */
export interface ProfileAnswer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: string;
}

/** A reason code and its sentence for people. */
export interface ReasonAnswer {
  readonly code: ReasonCode | 'address-changed';
  readonly text: string;
}

/** One link. Days are YYYY-MM-DD, instants ISO 8601 in UTC. */
export interface LinkAnswer {
  readonly id: string;
  readonly articleLink: string;
  readonly clientLink: string;
  /** The client link's registrable domain; its full host where it has none. */
  readonly clientDomain: string;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly status: LinkStatus;
  readonly reason: ReasonAnswer;
  /** A check is under way. */
  readonly checking: boolean;
  readonly lastChecked: string | null;
  readonly liveDate: string | null;
  readonly duration: string;
  /** Whole days until expirationDate, negative once it has passed; null: never expires, or not live yet. */
  readonly daysLeft: number | null;
  readonly expirationDate: string | null;
  readonly assignedTo: string | null;
  readonly assignedToName: string | null;
  readonly assignedByName: string | null;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly pocEmail: string | null;
  readonly remarks: string | null;
  /** At most 20, in order; of two that differ in case only there is one. */
  readonly tags: readonly string[];
  readonly campaignId: string | null;
  readonly campaignName: string | null;
  readonly promotionType: PromotionType | null;
  readonly websiteUrl: string | null;
  readonly timelineDate: string | null;
  readonly addedAt: string;
  /** The link's revision: send it as If-Match to change only what you have seen. */
  readonly revision: number;
}

/** GET /api/links/{id}: the link, and when it is looked at again by itself. */
export interface LinkDetailsAnswer extends LinkAnswer {
  /** null while a check is under way, and where none is due. */
  readonly nextCheck: { readonly at: string; readonly reason: CheckReason } | null;
}

/** GET /api/stats: the dashboard's cards. */
export interface StatsAnswer {
  readonly total: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
  readonly uniqueClients: number;
  /** Links whose daysLeft is 0 to 30. */
  readonly expiringSoon: number;
}

/** One line of GET /api/tags, in the order of the tags; tags that differ in case only are one. */
export interface TagAnswer {
  /** As most of the links spell it. */
  readonly tag: string;
  /** How many active links have it. */
  readonly count: number;
}

/** One line of GET /api/trash, newest first. */
export interface TrashAnswer {
  readonly id: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly anchor: string | null;
  readonly deletedAt: string;
  /** When it is deleted for ever. */
  readonly purgesAt: string;
}

/** What happened, one of these a line. */
export type HistoryWhat =
  | { readonly kind: 'added'; readonly articleLink: string; readonly clientLink: string; readonly duration: string }
  | {
      readonly kind: 'edited';
      readonly changes: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[];
    }
  /** Teams by id; null is the person's own links. */
  | { readonly kind: 'moved'; readonly fromTeamId: string | null; readonly toTeamId: string | null }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'restored' }
  | { readonly kind: 'purged' }
  | { readonly kind: 'check-requested'; readonly checkId: string; readonly reason: CheckReason }
  | {
      readonly kind: 'checked';
      readonly checkId: string;
      readonly verdict: Verdict;
      readonly reasonText: string;
      readonly observation: Observation;
    }
  | {
      readonly kind: 'status-changed';
      readonly from: LinkStatus;
      readonly to: LinkStatus;
      readonly reason: ReasonAnswer;
    }
  /** `transition`: the id of the `status-changed` line that it shows. */
  | { readonly kind: 'evidence-kept'; readonly transition: string; readonly evidence: EvidenceAnswer }
  | { readonly kind: 'evidence-missed'; readonly transition: string; readonly reason: string };

/** A file that shows a change of status. */
export interface EvidenceAnswer {
  readonly kind: EvidenceKind;
  /** Where it is, for who may see the link; null once it had to make room for newer ones. */
  readonly url: string | null;
  readonly bytes: number;
  /** In pixels; null for what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** The matched link is outlined in the picture; null for what is no picture. */
  readonly outlined: boolean | null;
  readonly takenAt: string;
}

/** One line of GET /api/links/{id}/history, newest first. */
export type HistoryAnswer = {
  /** The event's id and its position in the log. */
  readonly id: string;
  readonly position: number;
  readonly at: string;
  /** A user id, or checker, scheduler, system. */
  readonly actor: string;
  /** 'You' is for the console to say: this is the name, or the e-mail address where there is no name. */
  readonly actorName: string;
} & HistoryWhat;

/** The outcome that POST /api/links and POST /api/links/{id}/recheck answer with. */
export interface CheckResultAnswer {
  readonly status: LinkStatus;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  /** What was seen, in a sentence; says so when the check is still going on. */
  readonly reason: string;
}

/** The lists people look at, as changes name them. `account`: settings, photo, sessions, plan. */
export const CHANGED_LISTS = [
  'links',
  'stats',
  'clients',
  'trash',
  'profile',
  'account',
  'teams',
  'shares',
  'campaigns',
  'status-checks',
  'alerts',
  'bulk',
] as const;
export type ChangedList = (typeof CHANGED_LISTS)[number];

/** The data of a server-sent `changed` event of GET /api/stream: which lists to read again. */
export interface ChangedMessage {
  readonly lists: readonly ChangedList[];
  /** The links concerned, at most 100; null when there were more. */
  readonly linkIds: readonly string[] | null;
  /** Send as X-Position with the next read to see at least this. */
  readonly position: number;
}
