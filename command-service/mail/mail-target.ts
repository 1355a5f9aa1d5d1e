/** The share or invitation that a mail links to. */
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { type BlobStore, EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { load } from '../core/handle.ts';
import { share, streamOf as shareStreamOf } from '../model/share/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { findMails } from '../unsubscribe/find-mails.ts';
import type { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';

/** A share, or an invitation. */
export type MailTarget =
  /** `recipientId`: of a report, whose issue the share is. */
  | { readonly shareId: string; readonly recipientId?: string }
  | { readonly teamId: string; readonly invitationId: string };

/** The largest PDF that a mail carries, in bytes. */
export const MAX_ATTACHED = 8_000_000;

export function mailTargets(
  store: EventStore<LinkledgerEvent>,
  blobs: Pick<BlobStore, 'get'>,
  links: UnsubscribeLinks,
) {
  const shareOf = async (shareId: string) => (await load(store, share, shareStreamOf(shareId))).state;
  return {
    /** Whether the log has the share or the invitation, neither revoked nor accepted. */
    async isOpen(target: MailTarget): Promise<boolean> {
      if ('shareId' in target) return (await shareOf(target.shareId)).status === 'open';
      const { state } = await load(store, team, teamStreamOf(target.teamId));
      return state.status === 'active' && state.invitations.get(target.invitationId)?.acceptedBy === null;
    },
    /** Whether the reader of a mail with this unsubscribe address still wants it. */
    async isWanted(address: string): Promise<boolean> {
      const subject = links.subjectOf(address);
      return subject === null || (await findMails(store, subject))?.isOn === true;
    },
    /** The PDF of an issue, unless it is too large or a password protects it. */
    async attachmentOf(target: MailTarget): Promise<Mail['attachment']> {
      const state = 'shareId' in target ? await shareOf(target.shareId) : null;
      if (state?.status !== 'open' || state.fields.hasPassword) return undefined;
      const pdf = state.report?.files.find(({ format, bytes }) => format === 'pdf' && bytes <= MAX_ATTACHED);
      const content = pdf === undefined ? null : await blobs.get(EVIDENCE, pdf.hash);
      return content === null ? undefined : { name: `${state.fields.name}.pdf`, content };
    },
  };
}
