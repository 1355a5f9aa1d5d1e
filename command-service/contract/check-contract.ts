/** What the server asks of a checker and what a checker reports. A checker needs no other part of the server. */
import type { CheckReason, Matching, Observation, Verdict } from './observation.ts';

/** One check to make. A repeated order for the same check is harmless: the decision is made once. */
export interface CheckOrder {
  readonly linkId: string;
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  /** Tells whether a person waits for the result; absent if nobody does. */
  readonly reason?: CheckReason;
  /** Which addresses count as the client link. Default `exact`. */
  readonly matching?: Matching;
  /** Look at the link in a browser even if its source decides. */
  readonly look?: true;
  /** Where the article's redirects ended when the link was last found; absent without redirects. */
  readonly articleEnd?: string;
  /** How often a checker began this check and ended before it could report. Default 0. */
  readonly attempts?: number;
  /** The correlation id of the request behind the order, for traces. Absent in an order that is announced again. */
  readonly correlationId?: string;
}

/** After this many attempts that ended the checker, the check is reported as failed. */
export const MAX_ATTEMPTS = 3;

export type CheckReport =
  /** The visit begins. If no report follows, the visit ended the checker. */
  | { readonly kind: 'begun'; readonly checkId: string; readonly linkId: string }
  /** The checker stops and leaves the check to another checker. */
  | { readonly kind: 'left'; readonly checkId: string; readonly linkId: string }
  | {
      readonly kind: 'checked';
      readonly checkId: string;
      readonly linkId: string;
      readonly observation: Observation;
      readonly verdict: Verdict;
    };

/** A screenshot to take for a check that changed a status. */
export interface ScreenshotOrder {
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  /** Which links are outlined. Default `exact`. */
  readonly matching?: Matching;
}

export interface ScreenshotReport {
  readonly checkId: string;
  readonly screenshot: Screenshot;
}

/** A screenshot of a page, or, for people, the reason why it is missing. */
export type Screenshot =
  | {
      readonly kind: 'taken';
      readonly webp: Uint8Array;
      /** In pixels. */
      readonly width: number;
      readonly height: number;
      /** Whether the matched link is outlined in it. */
      readonly outlined: boolean;
      /** The markup around the matched link, at most 20,000 characters; null without a match. */
      readonly html: string | null;
    }
  | { readonly kind: 'missed'; readonly reason: string };

/** A page of the server's own to print. */
export interface PrintOrder {
  /** The id of the order; no check belongs to it. */
  readonly checkId: string;
  /** A whole HTML page in gzip with its styles, images and fonts. Its `@page` rules set the paper and the margins. */
  readonly page: Uint8Array;
}

export interface PrintReport {
  readonly checkId: string;
  readonly print: Print;
}

/** The most bytes of a printed page and of its PDF, both in gzip: a queue takes messages of 3 MB, and base64 adds a third. */
export const MAX_PRINT_BYTES = 2_200_000;

/** A tagged PDF in gzip, or, for people, the reason why it is missing. */
export type Print =
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | { readonly kind: 'missed'; readonly reason: string };

/** The messages in the queues between the server and its checkers. */
export interface CheckQueues {
  readonly checkOrder: CheckOrder;
  readonly checkReport: CheckReport;
  readonly screenshotOrder: ScreenshotOrder;
  readonly screenshotReport: ScreenshotReport;
  readonly printOrder: PrintOrder;
  readonly printReport: PrintReport;
}
