/** The events of a share page. */

import type { Changes, Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';
import type { IssuedReport } from '../report/events.ts';

/** A moment of the log: its last position, and its instant. */
export interface PinnedMoment {
  readonly position: number;
  readonly at: string;
  /** The client when the share was made: the page keeps its name and domains. */
  readonly client?: { readonly name: string; readonly domains: readonly string[] };
}

/** A read-only page of one client's links, open to anyone with its address. */
export type ShareCreated = Event<
  'ShareCreated',
  {
    readonly shareId: string;
    /** What its authors call it; clients do not see it. */
    readonly name?: string;
    /** The scope whose links are on the page; with `scopes`, the author's own scope. */
    readonly scope: Scope;
    /** Several scopes whose links are on the page. */
    readonly scopes?: readonly Scope[];
    readonly clientDomain: string;
    /** Not encrypted: if a share's password becomes unreadable, the share must not look like one without a password. */
    readonly hasPassword: boolean;
    /** Slow salted hash with its parameters; null without a password, or once its key was destroyed. */
    readonly passwordHash: string | null;
    readonly emails: readonly string[];
    readonly expiresAt: string | null;
    /** The moment that the page shows permanently; absent: now. */
    readonly pinned?: PinnedMoment;
    /** The issue of a report that the page is; it shows no links then. */
    readonly report?: IssuedReport;
  }
>;

/** What can change of a share. */
export interface ShareFields {
  /** '' for none. */
  readonly name: string;
  /** The scope whose links it shows; with several scopes, the author's own. */
  readonly scope: Scope;
  /** All scopes whose links it shows. */
  readonly scopes: readonly Scope[];
  readonly hasPassword: boolean;
  /** null without a password. If `hasPassword` is true, null means that the hash is lost: nothing opens the share. */
  readonly passwordHash: string | null;
  readonly emails: readonly string[];
  readonly expiresAt: string | null;
}

type ShareEdited = Event<'ShareEdited', { readonly shareId: string; readonly changes: Changes<ShareFields> }>;

type ShareRevoked = Event<'ShareRevoked', { readonly shareId: string }>;

export type ShareEvent = ShareCreated | ShareEdited | ShareRevoked;
