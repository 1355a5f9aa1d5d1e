/** The events of a share page. */

import type { Scope } from '../scope.ts';
import type { Event } from './event.ts';

/** A read-only page of one client's links in one scope, open to anyone who has its address. */
export type ShareCreated = Event<
  'ShareCreated',
  {
    readonly shareId: string;
    readonly scope: Scope;
    readonly clientDomain: string;
    /** In clear, so that a share whose password can no longer be read does not pass for one without. */
    readonly hasPassword: boolean;
    /** Salted and slow, with its parameters; null: none is asked for, or its key was destroyed. */
    readonly passwordHash: string | null;
    readonly emails: readonly string[];
    readonly expiresAt: string | null;
  }
>;

export type ShareRevoked = Event<'ShareRevoked', { readonly shareId: string }>;

export type ShareEvent = ShareCreated | ShareRevoked;
