/** The share or invitation that a mail links to. */
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { load } from '../core/handle.ts';
import { share, streamOf as shareStreamOf } from '../model/share/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';

/** A share, or an invitation. */
export type MailTarget = { readonly shareId: string } | { readonly teamId: string; readonly invitationId: string };

/** Whether the log has the share or the invitation, neither revoked nor accepted. */
export async function isTargetOpen(store: EventStore<LinkledgerEvent>, target: MailTarget): Promise<boolean> {
  if ('shareId' in target) return (await load(store, share, shareStreamOf(target.shareId))).state.status === 'open';
  const { state } = await load(store, team, teamStreamOf(target.teamId));
  return state.status === 'active' && state.invitations.get(target.invitationId)?.acceptedBy === null;
}
