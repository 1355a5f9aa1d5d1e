/** Every route of the command side. */
import { Router } from '@koa/router';
import type { BrowserMarks } from '../infra/http/browser-mark.ts';
import type { RequestState } from '../infra/http/context.ts';
import type { Sessions } from '../infra/http/sessions.ts';
import type { EventStore, ExpiringStore, Feed, ReadStore } from '../infra/ports.ts';
import type { Accounts } from './accounts.ts';
import type { ListedLinks } from './bulk/selection.ts';
import type { LinkledgerEvent } from './events.ts';
import type { InvitationMail } from './invitation-mail.ts';
import type { Outcomes } from './outcomes.ts';
import type { Photos } from './photos.ts';
import type { ProviderSignIn } from './providers-sign-in.ts';
import { alertRoutes } from './routes/alerts.ts';
import { bulkRoutes } from './routes/bulk.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { connectRoutes } from './routes/connect.ts';
import { identityRoutes } from './routes/identities.ts';
import { importRoutes } from './routes/imports.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { linkRoutes } from './routes/links.ts';
import { loginRoutes } from './routes/login.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { shareRoutes } from './routes/shares.ts';
import { statusCheckRoutes } from './routes/status-checks.ts';
import { subscriptionRoutes } from './routes/subscription.ts';
import { teamRoutes } from './routes/teams.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { trashRoutes } from './routes/trash.ts';
import { userRoutes } from './routes/users.ts';
import type { Sharing } from './sharing.ts';
import type { SignIn } from './sign-in.ts';

/** What the command side needs. */
export interface CommandDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly reads: ReadStore;
  /** What a request holds for a moment. */
  readonly claims: ExpiringStore;
  /** What people have read of their alerts. */
  readonly alertMarks: ExpiringStore;
  readonly outcomes: Outcomes;
  readonly listed: ListedLinks;
  readonly sessions: Sessions;
  readonly marks: BrowserMarks;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly providerSignIn: ProviderSignIn;
  readonly invitationMail: InvitationMail;
  readonly sharing: Sharing;
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
