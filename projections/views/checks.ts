/**
 * What has to be checked: the checker takes up what is open, the scheduler requests what is wanted. A link and its
 * checks are two streams, so a crash can fall between two appends; the state is therefore never stored step by step but
 * follows from two facts: the addresses the link has now and the check last requested.
 */
import type { CheckReason } from '../../command-service/events.ts';
import type { Recorded, View } from '../view.ts';

/**
 * `wanted`: no check was requested for the addresses the link has now; `open`: one was, and nothing is recorded yet;
 * `done`: it is recorded.
 */
export type CheckState = 'wanted' | 'open' | 'done';

export interface CheckDoc {
  /** The link's id. */
  readonly id: string;
  readonly state: CheckState;
  /** A link in the trash is not given new checks; an open one is still finished. */
  readonly place: 'active' | 'trash';
  /** The addresses the link has now; for an open check also those it was requested with. */
  readonly articleLink: string;
  readonly clientLink: string;
  /** The check last requested for these addresses; null while one is wanted. */
  readonly checkId: string | null;
  /** Why a check is wanted, or was requested. */
  readonly reason: CheckReason;
  /** When the state began. */
  readonly since: string;
  /** What the state follows from. */
  readonly addressesSetAt: string;
  readonly addressesSetBy: 'added' | 'edited';
  readonly requested: RequestedCheck | null;
}

interface RequestedCheck {
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly reason: CheckReason;
  readonly at: string;
  readonly recordedAt: string | null;
}

/** One document a link, by link id, from its first event until it is purged. */
export const checks: View<CheckDoc> = {
  name: 'checks',
  version: 1,
  fields: ['state', 'place', 'since'],
  partition: 'state',
  keys(event) {
    return 'linkId' in event.data ? [event.data.linkId] : [];
  },
  evolve(doc, event) {
    if (event.type === 'LinkAdded') return added(event);
    if (doc === null) return null;
    switch (event.type) {
      case 'LinkEdited':
        return edited(doc, event);
      case 'LinkTrashed':
        return { ...doc, place: 'trash' };
      case 'LinkRestored':
        return { ...doc, place: 'active' };
      case 'LinkPurged':
        return null;
      case 'CheckRequested':
        return requested(doc, event);
      case 'LinkChecked':
        return recorded(doc, event);
      case 'LinkStatusChanged':
      case 'UserRegistered':
      case 'ProfileEdited':
      case 'IdentityClaimed':
      case 'IdentityReleased':
        return doc;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function added({ data, metadata }: Recorded & { type: 'LinkAdded' }): CheckDoc {
  return {
    id: data.linkId,
    state: 'wanted',
    place: 'active',
    articleLink: data.articleLink,
    clientLink: data.clientLink,
    checkId: null,
    reason: 'added',
    since: metadata.at,
    addressesSetAt: metadata.at,
    addressesSetBy: 'added',
    requested: null,
  };
}

function edited(doc: CheckDoc, { data, metadata }: Recorded & { type: 'LinkEdited' }): CheckDoc {
  const articleLink = data.changes.articleLink?.to ?? doc.articleLink;
  const clientLink = data.changes.clientLink?.to ?? doc.clientLink;
  if (articleLink === doc.articleLink && clientLink === doc.clientLink) return doc;
  return settled({ ...doc, articleLink, clientLink, addressesSetAt: metadata.at, addressesSetBy: 'edited' });
}

function requested(doc: CheckDoc, { data, metadata }: Recorded & { type: 'CheckRequested' }): CheckDoc {
  const { checkId, articleLink, clientLink, reason } = data;
  return settled({
    ...doc,
    requested: { checkId, articleLink, clientLink, reason, at: metadata.at, recordedAt: null },
  });
}

function recorded(doc: CheckDoc, { data, metadata }: Recorded & { type: 'LinkChecked' }): CheckDoc {
  if (doc.requested?.checkId !== data.checkId || doc.requested.recordedAt !== null) return doc;
  return settled({ ...doc, requested: { ...doc.requested, recordedAt: metadata.at } });
}

function settled(doc: CheckDoc): CheckDoc {
  const check = doc.requested;
  if (check === null || check.articleLink !== doc.articleLink || check.clientLink !== doc.clientLink) {
    return { ...doc, state: 'wanted', checkId: null, reason: doc.addressesSetBy, since: doc.addressesSetAt };
  }
  return {
    ...doc,
    state: check.recordedAt === null ? 'open' : 'done',
    checkId: check.checkId,
    reason: check.reason,
    since: check.recordedAt ?? check.at,
  };
}
