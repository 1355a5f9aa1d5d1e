/** Answers about links. */

import type { DeviationCode } from '../../../command-service/contract/deviations.ts';
import type {
  CheckReason,
  LinkStatus,
  LinkType,
  LinkTypeCause,
  Observation,
  ReasonCode,
  ReasonDetails,
  Verdict,
  WarningCode,
} from '../../../command-service/contract/observation.ts';
import type { Claim, StatusReason } from '../../../command-service/model/check/events.ts';
import type { EvidenceKind } from '../../../command-service/model/evidence/events.ts';
import type { PromotionType } from '../../../command-service/model/link/events.ts';
import type { Money, MoneyChanges } from '../../../command-service/model/money/events.ts';
import type { TemplateUse, Terms, TermsChanges } from '../../../command-service/model/terms/events.ts';

/** A reason code and its sentence for people. */
export interface ReasonAnswer {
  readonly code: StatusReason;
  readonly text: string;
  /** The values in the sentence; null without values. */
  readonly details: ReasonDetails | null;
}

/** A warning and its sentence for people. */
export interface WarningAnswer {
  readonly code: WarningCode;
  readonly text: string;
  /** The value in the sentence: 'display: none'. */
  readonly evidence: string;
}

/** One link. Days are YYYY-MM-DD, instants ISO 8601 in UTC. */
export interface LinkAnswer {
  readonly id: string;
  readonly articleLink: string;
  readonly clientLink: string;
  /** The registrable domain of the client link; the full host if it has no such domain. */
  readonly clientDomain: string;
  /** The site of the article: its registrable domain; '' without an article link. */
  readonly publisher: string;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly status: LinkStatus;
  /** Whether a check ever found the link. A removed link that was never live is "not found yet": nobody removed it. */
  readonly wasLive: boolean;
  /** When a check last found the link; null before that. */
  readonly lastLiveAt: string | null;
  /** The UTC day from which the link has its status. */
  readonly statusSince: string;
  readonly reason: ReasonAnswer;
  /** The warnings of the last check; empty for most links. */
  readonly warnings: readonly WarningAnswer[];
  /** True while a check is running. */
  readonly checking: boolean;
  readonly lastChecked: string | null;
  readonly liveDate: string | null;
  readonly duration: string;
  /** Whole days until expirationDate, negative afterwards; null if the link never expires or was never live. */
  readonly daysLeft: number | null;
  readonly expirationDate: string | null;
  readonly assignedTo: string | null;
  readonly assignedToName: string | null;
  readonly assignedByName: string | null;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly pocEmail: string | null;
  readonly remarks: string | null;
  /** At most 20, in order, each once, ignoring case. */
  readonly tags: readonly string[];
  readonly campaignId: string | null;
  readonly campaignName: string | null;
  readonly promotionType: PromotionType | null;
  readonly websiteUrl: string | null;
  readonly timelineDate: string | null;
  /** What was agreed; null without terms. */
  readonly terms: Terms | null;
  /** The template that the terms came from, and whether a person changed them; null without one. */
  readonly termsTemplate: TemplateUse | null;
  /** How often the terms changed: send it as If-Match to change only what you have seen. */
  readonly termsRevision: number;
  /** What deviates from the terms today. */
  readonly deviations: readonly DeviationAnswer[];
  /** Price, vendor and order number; null if nothing is known, and always for callers who may not read money. */
  readonly money: Money | null;
  /** How often they changed: send it as If-Match to change only what you have seen; 0 for callers who may not read them. */
  readonly moneyRevision: number;
  readonly addedAt: string;
  /** The link's revision: send it as If-Match to change only what you have seen. */
  readonly revision: number;
}

/** A deviation from what was agreed about a link. */
export interface DeviationAnswer {
  readonly code: DeviationCode;
  /** The day from which the link deviates: the fact holds, and the term is agreed. */
  readonly since: string;
  /** The day from which the fact holds, even before the term was agreed. */
  readonly factSince: string;
  /** The found anchor or link type, the code of the warning, or the agreed day; '' for a link without an end. */
  readonly evidence: string;
  /** Why the link type is not dofollow; null for other deviations. */
  readonly cause: LinkTypeCause | null;
}

/** GET /api/links/{id}: the link and its next automatic check. */
export interface LinkDetailsAnswer extends LinkAnswer {
  /** null while a check is running, and if no check is planned. */
  readonly nextCheck: { readonly at: string; readonly reason: CheckReason } | null;
  /** The person's correction that the status rests on; else null. */
  readonly correction: CorrectionAnswer | null;
}

/** What a person said against a verdict. */
export interface CorrectionAnswer {
  readonly id: string;
  readonly claim: Claim;
  readonly note: string;
  /** null if the caller may not see the name. */
  readonly byName: string | null;
  readonly at: string;
  /** The UTC day from which the correction holds. */
  readonly since: string;
}

/** One line of GET /api/tags, in alphabetical order. Tags that differ only in case count as one. */
export interface TagAnswer {
  /** The most frequent spelling. */
  readonly tag: string;
  /** The number of active links with the tag. */
  readonly count: number;
}

/** One value of GET /api/links/facets, those with the most links first. */
export interface FacetValueAnswer {
  /** The value as the list's parameter accepts it. */
  readonly value: string;
  /** The name of a team, a campaign or a person; else the value. */
  readonly label: string;
  /** The number of links in the list with this value; null if not counted. */
  readonly count: number | null;
  /** Whether counting stopped at `count`, so that there may be more. */
  readonly isCapped: boolean;
}

/** One line of GET /api/terms-templates: the templates of each list, by name. */
export interface TermsTemplateAnswer {
  readonly id: string;
  readonly name: string;
  readonly terms: Terms;
  /** The team that has the template; null: the caller. */
  readonly teamId: string | null;
  /** True if the caller may change and delete it. */
  readonly mayEdit: boolean;
  /** How many active links have its terms, as they were when the link got them, and unchanged since. */
  readonly links: number;
  /** How many active links got its terms, and have others by a person since. */
  readonly changedLinks: number;
  /** How often the templates of the list changed. */
  readonly revision: number;
}

/** One line of GET /api/saved-views, by name. */
export interface SavedViewAnswer {
  readonly id: string;
  readonly name: string;
  /** The query string of GET /api/links, without the page. */
  readonly query: string;
  /** The team that the view is shared with; null: only you see it. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** True if the caller may change and delete it. */
  readonly mayEdit: boolean;
  readonly revision: number;
}

/** One line of GET /api/trash, newest first. */
export interface TrashAnswer {
  readonly id: string;
  /** null: the caller's own link. */
  readonly teamId: string | null;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly anchor: string | null;
  readonly deletedAt: string;
  /** null: the person is not known. */
  readonly deletedByName: string | null;
  /** When the link will be deleted permanently. */
  readonly purgesAt: string;
}

/** One changed field. */
export interface ChangeAnswer {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The names behind the ids of people or campaigns in `from` and `to`; null for other fields and unknown ids. */
  readonly fromName: string | null;
  readonly toName: string | null;
}

/** What one line of the history reports. */
export type HistoryWhat =
  | { readonly kind: 'added'; readonly articleLink: string; readonly clientLink: string; readonly duration: string }
  | { readonly kind: 'edited'; readonly changes: readonly ChangeAnswer[] }
  /** Team ids; null for a person's own links. A team's name is null if the caller may not see the team. */
  | {
      readonly kind: 'moved';
      readonly fromTeamId: string | null;
      readonly fromTeamName: string | null;
      readonly toTeamId: string | null;
      readonly toTeamName: string | null;
    }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'restored' }
  | { readonly kind: 'purged' }
  | { readonly kind: 'check-requested'; readonly checkId: string; readonly reason: CheckReason }
  | {
      readonly kind: 'checked';
      readonly checkId: string;
      readonly verdict: Verdict;
      readonly reasonText: string;
      readonly warnings: readonly WarningAnswer[];
      readonly observation: Observation;
    }
  | {
      readonly kind: 'status-changed';
      readonly from: LinkStatus;
      readonly to: LinkStatus;
      readonly reason: ReasonAnswer;
    }
  /** The check `checkId` was judged again, without a visit. `from`: the status of the earlier verdict. */
  | {
      readonly kind: 'judged-again';
      readonly checkId: string;
      readonly from: LinkStatus;
      readonly verdict: Verdict;
      readonly details: ReasonDetails | null;
      readonly reasonText: string;
      readonly warnings: readonly WarningAnswer[];
    }
  | {
      readonly kind: 'corrected';
      readonly correctionId: string;
      readonly claim: Claim;
      readonly note: string;
      readonly since: string;
    }
  | { readonly kind: 'correction-undone'; readonly correctionId: string }
  /** The old and the new value of each changed term. */
  | { readonly kind: 'terms-changed'; readonly changes: TermsChanges }
  /** The same of price, vendor and order number, for callers who may read money. */
  | { readonly kind: 'money-changed'; readonly changes: MoneyChanges }
  /** `transition`: the id of the `status-changed` line that the evidence shows. */
  | { readonly kind: 'evidence-kept'; readonly transition: string; readonly evidence: EvidenceAnswer }
  | { readonly kind: 'evidence-missed'; readonly transition: string; readonly reason: string };

/** A file recorded as evidence of a status change. */
export interface EvidenceAnswer {
  readonly kind: EvidenceKind;
  /** Open to everyone who may see the link; null if the file was removed to make room. */
  readonly url: string | null;
  readonly bytes: number;
  /** In pixels; null if the file is not a picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** True if the picture outlines the link; null if the file is not a picture. */
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
  /** The name, or the email address of a person without a name. The console replaces the caller's own with 'You'. */
  readonly actorName: string;
  /** The deviations from the terms that began and that ended with the event; absent without any. */
  readonly deviations?: { readonly began: readonly DeviationCode[]; readonly ended: readonly DeviationCode[] };
} & HistoryWhat;

/** The check result in the answers of POST /api/links and POST /api/links/{id}/recheck. */
export interface CheckResultAnswer {
  readonly status: LinkStatus;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  /** The result in a sentence; while the check is running, the sentence says so. */
  readonly reason: string;
  /** The code and the details of the sentence; null before there is a result. */
  readonly reasonCode: ReasonCode | null;
  readonly reasonDetails: ReasonDetails | null;
  readonly warnings: readonly WarningAnswer[];
}
