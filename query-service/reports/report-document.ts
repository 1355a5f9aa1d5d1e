/** What an issue of a report says: the page, the PDF and the tables are made from it. */
import type { AccentColors } from '../../command-service/contract/brand.ts';
import type { DeviationCode } from '../../command-service/contract/deviations.ts';
import type { ReaderLanguage } from '../../command-service/contract/languages.ts';
import type { LinkType } from '../../command-service/contract/observation.ts';
import type { Price } from '../../command-service/model/money/events.ts';
import type { IssuePeriod, ReportPart } from '../../command-service/model/report/events.ts';

/** The version of the rules by which reports count, which the texts `rule.*` say. */
export const REPORT_RULES = 1;

/** How a link stands at the end of the period. A link that was never found is not removed. */
export type ReportStatus = 'live' | 'pending' | 'removed' | 'not-found';

/** A link, or what happened to a link on a day. */
export interface ReportRow {
  readonly articleLink: string;
  readonly clientLink: string;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly status: ReportStatus;
  /** YYYY-MM-DD in the zone of the report: of what happened; in `standing`, the live date; null if it is not known. */
  readonly day: string | null;
  /** The last day of the promise; null for a permanent link. */
  readonly until: string | null;
  /** Why the link has its status, as a sentence in the report’s language; '' for live links. */
  readonly reason: string;
  /** What is not as agreed, with the day from which it holds. */
  readonly deviations: readonly { readonly code: DeviationCode; readonly since: string }[];
  /** null without prices, and for a link whose price is not known. */
  readonly price: Price | null;
}

/** A value and the number of live links that have it. */
export interface ReportShare<Value> {
  readonly value: Value;
  readonly links: number;
}

/** A screenshot in a report, taken on a day of its zone: a JPEG file as a data URL, or why it is not there. */
export type ReportPicture = { readonly day: string } & (
  | { readonly url: string }
  | { readonly gone: 'removed' | 'deleted' | 'left-out' }
);

/** A lost link, with its last picture while it was live and the picture of its loss; null: none was taken. */
export interface ReportLoss {
  readonly row: ReportRow;
  readonly live: ReportPicture | null;
  readonly lost: ReportPicture | null;
}

export interface ReportDocument {
  readonly reader: ReaderLanguage;
  readonly name: string;
  /** The name of the client or campaign, or the tag. */
  readonly subject: string;
  /** The name of the brand, of the team or of the person that made it; null if unknown. */
  readonly agency: string | null;
  /** null: none was chosen. */
  readonly brand: {
    readonly colors: AccentColors | null;
    /** A PNG file, as a data URL. */
    readonly logo: string | null;
    readonly footer: string;
  } | null;
  readonly period: IssuePeriod;
  readonly rules: number;
  /** The agency’s own words; '' without any. */
  readonly note: string;
  readonly parts: readonly ReportPart[];
  readonly prices: boolean;
  /** Events in the period, and links at its end. */
  readonly counts: Readonly<Record<'delivered' | 'lost' | 'back' | 'total' | 'deviating' | ReportStatus, number>>;
  /** The sum of the known prices of the delivered links, by currency; empty without prices. */
  readonly delivered: readonly Price[];
  /** The rows of each part, whether the page shows the part or not. `all` is every link at the end. */
  readonly rows: Readonly<Record<Exclude<ReportPart, 'anchors' | 'pictures'>, readonly ReportRow[]>>;
  /** The first of `rows.lost`; empty unless the report shows pictures. */
  readonly losses: readonly ReportLoss[];
  /** Of the live links; the most frequent first. */
  readonly anchors: readonly ReportShare<string>[];
  readonly types: readonly ReportShare<LinkType>[];
}
