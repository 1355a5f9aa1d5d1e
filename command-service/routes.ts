/** Every route of the command side. */
import { Router } from '@koa/router';
import type { RequestState } from '../infra/http/context.ts';
import type { Sessions } from '../infra/http/sessions.ts';
import type { EventStore } from '../infra/ports.ts';
import type { LinkledgerEvent } from './events.ts';
import type { Outcomes } from './outcomes.ts';
import { linkRoutes } from './routes/links.ts';
import { loginRoutes } from './routes/login.ts';
import { trashRoutes } from './routes/trash.ts';
import { userRoutes } from './routes/users.ts';
import type { SignIn } from './sign-in.ts';

/** What the command side needs. */
export interface CommandDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly outcomes: Outcomes;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /** The folder mails go to when there is no mail server; null when there is one. */
  readonly outbox: string | null;
  readonly now: () => Date;
}

export function commandRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const part of [linkRoutes, trashRoutes, userRoutes, loginRoutes]) router.use(part(deps).routes());
  return router;
}
