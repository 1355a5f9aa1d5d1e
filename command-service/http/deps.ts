/** The dependencies of the routes of the command service. */

import type { BrowserBinding } from '../../infra/http/auth/browser-binding.ts';
import type { Sessions } from '../../infra/http/auth/sessions.ts';
import type { Guard } from '../../infra/network/ssrf-guard.ts';
import type { BlobStore } from '../../infra/ports/storage/blob-store.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { EventStore, Feed } from '../../infra/ports/storage/event-store.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import type { Leases } from '../../infra/ports/storage/leases.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { Payments } from '../billing/payments.ts';
import type { ChannelQueue } from '../channels/channel-queue.ts';
import type { CheckReplies } from '../checks/check-replies.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { EvidencePacks } from '../evidence-packs/make-pack.ts';
import type { Accounts } from '../identity/accounts.ts';
import type { EmailChange } from '../identity/email-change.ts';
import type { EmailSignIn } from '../identity/email-sign-in.ts';
import type { ProviderSignIn } from '../identity/oauth/oauth-sign-in.ts';
import type { Photos } from '../identity/photos.ts';
import type { SignUp } from '../identity/sign-up.ts';
import type { Judge } from '../links/judge-link.ts';
import type { InvitationMail } from '../mail/invitation-mail.ts';
import type { ShareMailer } from '../mail/share-mail.ts';
import type { ReportWriter } from '../reports/report-writer.ts';
import type { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';

/** The dependencies of the command service. */
export interface CommandDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly reads: ReadStore;
  readonly leases: Leases;
  /** Short-lived claims of running requests. */
  readonly claims: ExpiringStore;
  /** The read marks of alerts, and incidents. */
  readonly alertMarks: DurableStore;
  readonly checkReplies: CheckReplies;
  readonly sessions: Sessions;
  readonly marks: BrowserBinding;
  readonly accounts: Accounts;
  readonly signIn: EmailSignIn;
  readonly signUp: SignUp;
  readonly emailChange: EmailChange;
  readonly providerSignIn: ProviderSignIn;
  readonly invitationMail: InvitationMail;
  readonly sharing: ShareMailer;
  readonly unsubscribing: UnsubscribeLinks;
  readonly reports: ReportWriter;
  readonly channels: ChannelQueue;
  /** Decides which addresses channels may have. */
  readonly guard: Pick<Guard, 'url'>;
  readonly photos: Photos;
  /** Stores logos and the files of reports. */
  readonly files: Pick<BlobStore, 'put'>;
  readonly evidencePacks: Pick<EvidencePacks, 'make'>;
  /** The rules of the checker, for past checks. */
  readonly judge: Judge;
  readonly payments: Payments;
  /** The key of the hashes of identities. */
  readonly identityKey: string;
  /** Whether a mail server sends the mails; else they stay in the outbox. */
  readonly mailed: boolean;
  readonly now: () => Date;
}
