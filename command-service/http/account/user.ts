/** Changes to the caller's own account. */

import { subnetOf } from '../../../infra/http/request/client-address.ts';
import { Problem } from '../../../infra/http/request/problem.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import type { Principal } from '../../../infra/ports/process/principal.ts';
import { calendarOf } from '../../contract/calendar.ts';
import { allowedFrequencies, effectiveFrequency } from '../../contract/plans.ts';
import { allows } from '../../contract/policy.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { DomainError } from '../../core/errors.ts';
import { handle, load } from '../../core/handle.ts';
import { parsePhoto } from '../../identity/photo-format.ts';
import { releaseIdentities } from '../../identity/release-identities.ts';
import { recipientLanguages } from '../../mail/mail-language.ts';
import { savedView, streamOf as savedViewStreamOf } from '../../model/saved-view/decider.ts';
import { subscription, streamOf as subscriptionStreamOf } from '../../model/subscription/decider.ts';
import type { Plan } from '../../model/subscription/events.ts';
import { team, streamOf as teamStreamOf } from '../../model/team/decider.ts';
import {
  type DeleteAccountBody,
  deleteAccountSchema,
  photoSchema,
  profileSchema,
  type SettingsBody,
  settingsSchema,
  type UserCommand,
} from '../../model/user/commands.ts';
import { type Account, type UserState, user, streamOf as userStreamOf } from '../../model/user/decider.ts';
import type { CheckFrequency } from '../../model/user/events.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf, setAccessPosition, setPosition } from '../request.ts';
import { route } from '../route.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';

/** The text that confirms the deletion of an account without an address. */
const NO_ADDRESS = 'delete my account';

export const userRoutes = [
  route({
    method: 'PATCH',
    path: '/api/user/profile',
    action: 'EditProfile',
    onSelf: true,
    summary: 'Changes your name and company. A new email address gets a mail with a link that confirms it.',
    body: profileSchema,
    answers: { 200: 'EditedProfileAnswer' },
    errorStatuses: [429, 503],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const { email, ...names } = body;
      const fields = Object.fromEntries(Object.entries(names).map(([field, value]) => [field, value ?? '']));
      const wanted = email === undefined ? null : await startEmailChange(deps, ctx, userId, email);
      const account = await change(deps, ctx, { type: 'EditProfile', userId, fields });
      const { firstName, lastName, company } = account;
      return { firstName, lastName, email: account.email, company, confirmationSentTo: wanted };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/user/settings',
    action: 'EditSettings',
    onSelf: true,
    summary: 'Changes your settings; omitted fields stay unchanged.',
    body: settingsSchema,
    answers: { 200: 'SettingsAnswer' },
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const fields = withoutUndefined({ ...body, calendar: body.calendar && calendarOf(body.calendar) });
      const { plan } = (await load(deps.store, subscription, subscriptionStreamOf(userId))).state;
      const { settings } = await change(deps, ctx, { type: 'ChangeSettings', userId, fields }, async (before) => {
        const { checkFrequency: asked, defaultView } = fields;
        // An unchanged view may have been deleted since.
        if (typeof defaultView === 'string' && defaultView !== before.settings.defaultView)
          await requireSavedView(deps, principal, defaultView);
        // An unchanged value from a larger plan is accepted: it has no effect.
        if (asked && asked !== before.settings.checkFrequency) refuseAbovePlan(plan, asked);
      });
      return {
        ...settings,
        effectiveFrequency: effectiveFrequency(plan, settings.checkFrequency),
        allowedFrequencies: allowedFrequencies(plan),
      };
    },
  }),

  route({
    method: 'POST',
    path: '/api/user/photo',
    action: 'ChangePhoto',
    onSelf: true,
    summary: 'Sets or removes your photo.',
    body: photoSchema,
    // A photo of 2 MB is 2.7 MB as a data URL.
    maxBody: 3 * 1024 * 1024,
    // The answer has no body: answers are stored for a day, but a photo is stored in one place only.
    answers: { 204: null },
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const { profilePhoto } = body;
      const picture = profilePhoto === null ? null : parsePhoto(profilePhoto);
      const { position } = await deps.photos.change(userId, picture, metadataOf(ctx, userId, deps.now));
      setPosition(ctx, position);
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/user',
    action: 'DeleteAccount',
    onSelf: true,
    summary: 'Deletes your account.',
    body: deleteAccountSchema,
    answers: { 204: null },
    errorStatuses: [409],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const { confirmation, heirs = [] } = body;
      await requireRecentSignIn(ctx, deps.sessions, 'delete your account');
      await refuseWrongHeirs(deps, userId, heirs);
      const metadata = metadataOf(ctx, userId, deps.now);
      const deleted = await handle(deps.store, user, { type: 'DeleteAccount', userId, heirs }, metadata, (state) => {
        if (state.status === 'active') refuseUnconfirmed(confirmation, state.email);
      });
      // The account erasure reactor does the rest; this part takes effect before the answer.
      await deps.sessions.endAll(userId);
      await deps.sessions.end(ctx);
      await releaseIdentities(deps, userId, metadata);
      await setAccessPosition(ctx, deps, deleted.position);
    },
  }),
];

/** Executes a command on the caller's own account. `guard` gets the state before the command. */
async function change(
  deps: CommandDeps,
  ctx: RequestContext,
  command: UserCommand,
  guard: (before: Account) => void | Promise<void> = () => {},
): Promise<Account> {
  const changed = await handle(deps.store, user, command, metadataOf(ctx, command.userId, deps.now), async (state) => {
    if (state.status === 'active') await guard(state);
  });
  setPosition(ctx, changed.position);
  return active(changed.state);
}

/** @throws DomainError for an account that was deleted a moment ago. */
function active(state: UserState): Account {
  if (state.status === 'active') return state;
  throw new DomainError('not-found', 'not-found', 'This account no longer exists.');
}

/** @throws InputError for a view that does not exist or that the person may not see. */
async function requireSavedView({ store }: CommandDeps, principal: Principal, viewId: string): Promise<void> {
  const { state } = await load(store, savedView, savedViewStreamOf(viewId));
  const role = state.status === 'active' ? await roleIn(store, state.fields.scope, principal) : 'stranger';
  if (allows('ReadSavedViews', role)) return;
  throw new InputError({ defaultView: 'This view does not exist, or you may not see it. Choose one of your views.' });
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}

/** @throws InputError with the text to type. */
function refuseUnconfirmed(confirmation: string, email: string): void {
  if (email === '') {
    if (isSameAddress(confirmation, NO_ADDRESS)) return;
    throw new InputError({ confirmation: `Your account has no email address: type “${NO_ADDRESS}” to confirm` });
  }
  if (!isSameAddress(confirmation, email)) {
    throw new InputError({ confirmation: 'Type your own email address to confirm' });
  }
}

/** Mails a link that confirms the new address, and returns the address; null if it is unchanged. */
async function startEmailChange(
  { store, reads, sessions, emailChange }: CommandDeps,
  ctx: RequestContext,
  userId: string,
  email: string,
): Promise<string | null> {
  const { email: from, settings } = active((await load(store, user, userStreamOf(userId))).state);
  if (isSameAddress(email, from)) return null;
  authorize('ChangeEmail', 'owner');
  await requireRecentSignIn(ctx, sessions, 'change your email address');
  // If the address belongs to another account, its owner reads the mail.
  const language = (await recipientLanguages(reads, [email])).get(email) ?? settings.language;
  await emailChange.sendLink({ userId, from, email }, subnetOf(ctx.ip), ctx.state.requestId, language);
  return email;
}

function withoutUndefined(body: SettingsBody): { readonly [Field in keyof SettingsBody]: SettingsBody[Field] } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** @throws Problem 403 that names the required plan. */
function refuseAbovePlan(plan: Plan, frequency: CheckFrequency): void {
  if (allowedFrequencies(plan).includes(frequency)) return;
  const needed = allowedFrequencies('starter').includes(frequency) ? 'Starter' : 'Professional';
  const often = frequency === 'daily' ? 'Daily' : 'Weekly';
  const message = `${often} checks need the ${needed} plan. Upgrade under Billing, or choose a longer interval.`;
  throw new Problem(403, 'plan-required', message, { fields: { checkFrequency: message } });
}

/** @throws InputError for a team of another owner, or an heir who is not a member. */
async function refuseWrongHeirs(
  { store }: CommandDeps,
  userId: string,
  heirs: NonNullable<DeleteAccountBody['heirs']>,
): Promise<void> {
  for (const heir of heirs) {
    const { state } = await load(store, team, teamStreamOf(heir.teamId));
    if (state.status !== 'active' || state.ownerId !== userId) {
      throw new InputError({ heirs: 'You can only hand over a team that you own.' });
    }
    const { status } = (await load(store, user, userStreamOf(heir.userId))).state;
    if (!state.members.has(heir.userId) || status !== 'active') {
      throw new InputError({ heirs: `“${state.name}” can only be handed over to one of its members.` });
    }
  }
}
