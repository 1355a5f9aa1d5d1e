/** The routes for signing in and for the caller's own account. */
import { emailRoutes } from './email.ts';
import { loginRoutes } from './login.ts';
import { oauthRoutes } from './oauth.ts';
import { sessionRoutes } from './sessions.ts';
import { tokenRoutes } from './tokens.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { userRoutes } from './user.ts';

export const accountRoutes = [
  ...loginRoutes,
  ...emailRoutes,
  ...oauthRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...userRoutes,
  ...unsubscribeRoutes,
];
