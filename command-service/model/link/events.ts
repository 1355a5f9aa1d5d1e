/** The events of a link. */

import type { Changes, Event } from '../../contract/event.ts';
import type { LinkType } from '../../contract/observation.ts';
import type { Scope } from '../../contract/scope.ts';

/** The basic fields of a link; all can be edited. */
export interface LinkFields {
  /** The page that should contain the link. */
  readonly articleLink: string;
  /** The address the link must lead to. */
  readonly clientLink: string;
  /** A number and a unit ('30 days'), or 'permanent'. */
  readonly duration: string;
  /** The day on which the promise began; null until the link is first seen live. */
  readonly liveDate: string | null;
  readonly assignedTo: string | null;
  readonly pocEmail: string | null;
  readonly remarks: string | null;
}

/** The promotion type of a campaign's link (infra/docs/product.md, "Campaigns"). */
export const PROMOTION_TYPES = ['guest_post', 'link_insertion', 'other'] as const;

export type PromotionType = (typeof PROMOTION_TYPES)[number];

/** The extra fields of a campaign link; absent in old events, null for other links. */
export interface PromotionFields {
  readonly campaignId: string | null;
  readonly promotionType: PromotionType | null;
  /** The site a guest post is written for. */
  readonly websiteUrl: string | null;
  /** The day on which a pending link is expected. */
  readonly timelineDate: string | null;
}

/** Tags, each once, ignoring case; absent in old events. */
export interface TagFields {
  readonly tags: readonly string[];
}

export type LinkAdded = Event<
  'LinkAdded',
  LinkFields &
    Partial<PromotionFields & TagFields> & {
      readonly linkId: string;
      readonly scope: Scope;
      /** The anchor and type as promised; the first check replaces them. */
      readonly anchor: string | null;
      readonly linkType: LinkType | null;
    }
>;

/** All editable fields of a link. */
export type EditableFields = LinkFields & PromotionFields & TagFields;

/** The old and the new value of each changed field. */
export type LinkChanges = Changes<EditableFields>;

type LinkEdited = Event<'LinkEdited', { readonly linkId: string; readonly changes: LinkChanges }>;

/** The link now belongs to another scope; this changes who sees it. */
type LinkMoved = Event<'LinkMoved', { readonly linkId: string; readonly from: Scope; readonly to: Scope }>;

/** Days until a link in the trash is purged (infra/docs/product.md, "Trash"). */
export const TRASH_DAYS = 30;

type LinkTrashed = Event<'LinkTrashed', { readonly linkId: string }>;

type LinkRestored = Event<'LinkRestored', { readonly linkId: string }>;

type LinkPurged = Event<'LinkPurged', { readonly linkId: string }>;

export type LinkEvent = LinkAdded | LinkEdited | LinkMoved | LinkTrashed | LinkRestored | LinkPurged;
