/** Answers about links. */

import type { EvidenceKind } from '../../../command-service/events/evidence.ts';
import type { PromotionType } from '../../../command-service/events/link.ts';
import type {
  CheckReason,
  LinkStatus,
  LinkType,
  Observation,
  ReasonCode,
  Verdict,
} from '../../../command-service/events/observation.ts';

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
