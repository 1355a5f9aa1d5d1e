/** Every route of the command side. */
import { Router } from '@koa/router';
import type { BrowserBinding } from '../../infra/http/auth/browser-binding.ts';
import type { Sessions } from '../../infra/http/auth/sessions.ts';
import type { RequestState } from '../../infra/http/request-context.ts';
import type { EventStore, ExpiringStore, Feed, ReadStore } from '../../infra/ports/event-store.ts';
import type { LinkledgerEvent } from '../events.ts';
import type { Accounts } from '../identity/accounts.ts';
import type { EmailSignIn } from '../identity/email-sign-in.ts';
import type { ProviderSignIn } from '../identity/oauth/oauth-sign-in.ts';
import type { Photos } from '../identity/photos.ts';
import type { LinkSearch } from '../jobs/selection.ts';
import type { CheckReplies } from '../links/check-replies.ts';
import type { InvitationMail } from '../mail/invitation-mail.ts';
import type { ShareMailer } from '../mail/share-mail.ts';
import { identityRoutes } from './account/identities.ts';
import { loginRoutes } from './account/login.ts';
import { connectRoutes } from './account/oauth.ts';
import { sessionRoutes } from './account/sessions.ts';
import { tokenRoutes } from './account/tokens.ts';
import { userRoutes } from './account/user.ts';
import { alertRoutes } from './alerts.ts';
import { bulkRoutes } from './bulk.ts';
import { campaignRoutes } from './campaigns.ts';
import { importRoutes } from './imports.ts';
import { invitationRoutes } from './invitations.ts';
import { linkRoutes } from './links.ts';
import { shareRoutes } from './shares.ts';
import { statusCheckRoutes } from './status-checks.ts';
import { subscriptionRoutes } from './subscription.ts';
import { teamRoutes } from './teams.ts';
import { trashRoutes } from './trash.ts';

/** What the command side needs. */
export interface CommandDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly reads: ReadStore;
  /** What a request holds for a moment. */
  readonly claims: ExpiringStore;
  /** What people have read of their alerts. */
  readonly alertMarks: ExpiringStore;
  readonly outcomes: CheckReplies;
  readonly listed: LinkSearch;
  readonly sessions: Sessions;
  readonly marks: BrowserBinding;
  readonly accounts: Accounts;
  readonly signIn: EmailSignIn;
  readonly providerSignIn: ProviderSignIn;
  readonly invitationMail: InvitationMail;
  readonly sharing: ShareMailer;
  readonly photos: Photos;
  /** Keys the hashes of identities. */
  readonly identityKey: string;
  /** Whether mails go out through a mail server; else they lie in the outbox. */
  readonly mailed: boolean;
  readonly now: () => Date;
}

export function commandRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const part of [
    importRoutes,
    bulkRoutes,
    linkRoutes,
    teamRoutes,
    invitationRoutes,
    campaignRoutes,
    trashRoutes,
    userRoutes,
    loginRoutes,
    connectRoutes,
    sessionRoutes,
    identityRoutes,
    tokenRoutes,
    shareRoutes,
    subscriptionRoutes,
    statusCheckRoutes,
    alertRoutes,
  ])
    router.use(part(deps).routes());
  return router;
}
