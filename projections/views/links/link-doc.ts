/** The document of the view `links`. */
import type { DeviationCode } from '../../../command-service/contract/deviations.ts';
import type {
  LinkStatus,
  LinkType,
  LinkTypeCause,
  ReasonDetails,
  Warning,
} from '../../../command-service/contract/observation.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { Claim, LinkStatusChanged } from '../../../command-service/model/check/events.ts';
import type { EditableFields } from '../../../command-service/model/link/events.ts';
import type { Money } from '../../../command-service/model/money/events.ts';
import type { TemplateUse } from '../../../command-service/model/terms/events.ts';
import type { Agreement, Deviation } from '../../rules/deviations.ts';

/** A purged link stays as a tombstone, so that its history still has an owner. */
type LinkPlace = 'active' | 'trash' | 'purged';

/**
 * The status that lists filter and sort by. A removed link whose present addresses were never seen live is separate:
 * nobody removed it. It sorts after the other removed links, as both have the status `removed`.
 */
export type ListStatus = LinkStatus | 'removed-unseen';

/** Facts from the events; the rest is derived. */
export interface LinkFacts
  extends Omit<EditableFields, 'liveDate'>,
    AddressFacts,
    Pick<Agreement, 'terms' | 'agreedAt' | 'found'> {
  readonly id: string;
  readonly scope: Scope;
  readonly place: LinkPlace;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly linkTypeCause: LinkTypeCause | null;
  readonly status: LinkStatus;
  readonly reason: LinkStatusChanged['data']['reason'];
  /** The values in the reason's sentence; null if no values are known. */
  readonly reasonDetails: ReasonDetails | null;
  /** The UTC day from which the link has its status. */
  readonly statusSince: string;
  /** The warnings of the last check of the present addresses. */
  readonly warnings: readonly Warning[];
  /** When the present addresses were last checked, and last seen live; ISO instants. */
  readonly lastChecked: string | null;
  readonly lastLiveAt: string | null;
  /** The last status of the present addresses other than pending. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** The live date that a person entered, and the UTC day on which the link was first seen live. */
  readonly givenLiveDate: string | null;
  readonly firstLiveDate: string | null;
  /** The last requested check; null before the first. */
  readonly check: LatestCheck | null;
  /** The person's correction that the status rests on; absent without one. */
  readonly correction?: LinkCorrection;
  readonly addedAt: string;
  readonly addedBy: string;
  /** The actor of the event that set `assignedTo`. */
  readonly assignedBy: string | null;
  readonly trashedAt: string | null;
  readonly trashedBy: string | null;
  readonly purgedAt: string | null;
  /** The events with which deviations began or ended, oldest first. */
  readonly turns: readonly DeviationTurn[];
  /** The revision of the link's stream; its checks and its terms have their own streams. */
  readonly revision: number;
  /** The template that the terms came from; null without one. */
  readonly template: TemplateUse | null;
  /** How often the terms changed. */
  readonly termsRevision: number;
  /** What the link costs, for those who may read it (ReadMoney); null if nothing is known. */
  readonly money: Money | null;
  /** How often it changed. */
  readonly moneyRevision: number;
}

/** What began and ended with an event; `late` and `live-after-end` begin on a day, without an event. */
export interface DeviationTurn {
  readonly position: number;
  readonly began: readonly DeviationCode[];
  readonly ended: readonly DeviationCode[];
}

/** What a person said against a verdict. */
export interface LinkCorrection {
  readonly correctionId: string;
  readonly claim: Claim;
  readonly note: string;
  readonly by: string;
  readonly at: string;
  /** The UTC day from which the correction holds. */
  readonly since: string;
  /** The replaced facts, in case the correction is undone. */
  readonly before: Pick<LinkFacts, 'lastLiveAt' | 'lastClaim' | 'firstLiveDate' | 'found'>;
}

/** Facts of the two addresses; '' for a missing address. */
export interface AddressFacts {
  /** '' without a client address. */
  readonly clientDomain: string;
  /** The site of the article: its registrable domain; '' without an article address. */
  readonly publisher: string;
  /** The dedupe key: equal for links with matching addresses; null without both addresses. */
  readonly pairKey: string | null;
}

interface LatestCheck {
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly recorded: boolean;
}

/** One link. */
export interface LinkDoc extends LinkFacts {
  /**
   * The keys of the link's tags, joined: equal for links with the same tags. A filter by tag selects all sets with that
   * tag; the counters of the kind `tag-set` list them.
   */
  readonly tagSet: string | null;
  readonly listStatus: ListStatus;
  /** The codes of the link's warnings, joined; a filter by warning selects all sets with that code, as for tags. */
  readonly warningSet: string | null;
  /** The deviations from the terms, also those that begin on a later day unless something changes. */
  readonly deviations: readonly Deviation[];
  /** Their parts of a set, joined; a filter by deviation selects all sets with that code, as for tags. */
  readonly deviationSet: string | null;
  /** The key of the vendor, by which lists filter; null without a vendor. */
  readonly vendor: string | null;
  /** The template of the link's terms, with `~` before it where a person changed them since; null without a template. */
  readonly templateId: string | null;
  /** True while a check of the present addresses is open. */
  readonly checking: boolean;
  /** The day on which the promise began. */
  readonly liveDate: string | null;
  /** Mean days, for sorting only. */
  readonly durationDays: number | null;
  /** The UTC day on which the link was added. */
  readonly addedDay: string;
  readonly expirationDate: string | null;
}

/** Whether the link was seen live at its present addresses. */
export function wasLive({ status, lastLiveAt }: Pick<LinkDoc, 'status' | 'lastLiveAt'>): boolean {
  return status === 'live' || lastLiveAt !== null;
}
