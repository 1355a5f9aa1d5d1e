/** The events of the brand of a list: how its share pages, their mails and its reports look. */
import type { Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

/** Texts are plain; '' for none. */
export interface Brand {
  readonly name: string;
  /** A PNG that the server has drawn, by its SHA-256 in hex; its size in pixels. */
  readonly logo: { readonly hash: string; readonly width: number; readonly height: number } | null;
  /** As chosen: #rrggbb. What is shown follows from it (contract/brand.ts). Null: the product’s own. */
  readonly accent: string | null;
  /** The name of the sender of mails. */
  readonly senderName: string;
  /** At the end of pages, mails and reports. */
  readonly footer: string;
}

/** The whole brand, or its end. Its texts are encrypted with the key of the list’s team or person. */
export type BrandEvent =
  | Event<'BrandChanged', { readonly scope: Scope; readonly ownerId: string } & Brand>
  | Event<'BrandRemoved', { readonly scope: Scope }>;
