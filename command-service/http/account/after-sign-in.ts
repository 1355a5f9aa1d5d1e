/** Where a person continues after signing in. */
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import type { CommandDeps } from '../deps.ts';

/** The page to confirm an identity that waits in this browser, else the page that the person requested. */
export async function afterSignIn(
  ctx: RequestContext,
  { providerSignIn, marks }: Pick<CommandDeps, 'providerSignIn' | 'marks'>,
  { userId, returnTo }: { readonly userId: string; readonly returnTo: string },
): Promise<string> {
  const joining = await providerSignIn.joining(marks.of(ctx));
  return joining?.userId === userId ? confirmPath(joining.identity.provider) : returnTo;
}

/** The page where a person confirms that a provider's account is theirs. */
export function confirmPath(provider: string): string {
  return `/api/connect/${provider}/confirm`;
}
