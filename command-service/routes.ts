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
  /** Whether mails go out through a mail server; else they lie in the outbox. */
  readonly mailed: boolean;
  readonly now: () => Date;
}

export function commandRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const part of [linkRoutes, trashRoutes, userRoutes, loginRoutes]) router.use(part(deps).routes());
  return router;
}
