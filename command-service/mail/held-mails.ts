/** The mails of a share or of an issue, stored before its event. */
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Language } from '../contract/languages.ts';
import { type Scope, teamIdOf } from '../contract/scope.ts';
import { load } from '../core/handle.ts';
import { brand, streamOf as brandStreamOf } from '../model/brand/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import type { ShareMail, ShareMailer, ShareRecipient } from './share-mail.ts';

interface HeldMailDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly sharing: Pick<ShareMailer, 'hold'>;
}

/**
 * Stores the mails, for readers whose language is unknown in `language`, by default the sender's.
 * @param userId the person who sends them, and gets the answers; null: the list does.
 */
export async function heldMails(
  deps: HeldMailDeps,
  userId: string | null,
  recipients: readonly ShareRecipient[],
  {
    scopes,
    scope,
    language,
    ...mail
  }: Omit<ShareMail, 'agency' | 'brand' | 'sender' | 'replyTo' | 'language'> & {
    readonly scope: Scope;
    readonly scopes: readonly Scope[];
    readonly language?: Language;
  },
) {
  if (recipients.length === 0) return [];
  const { state: listBrand } = await load(deps.store, brand, brandStreamOf(scope));
  const agency = listBrand?.name ?? (await agencyOf(deps, scopes));
  const sender = await senderOf(deps, userId);
  const as = { ...sender, language: language ?? sender.language };
  return deps.sharing.hold(recipients, { ...mail, brand: listBrand, agency, ...as });
}

/** The team's name if all shared lists belong to one team; else null. */
async function agencyOf({ store }: HeldMailDeps, scopes: readonly Scope[]): Promise<string | null> {
  const [only, ...others] = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  if (only === undefined || others.length > 0) return null;
  const { state } = await load(store, team, teamStreamOf(only));
  return state.status === 'active' ? state.name : null;
}

async function senderOf(
  { store }: HeldMailDeps,
  userId: string | null,
): Promise<Pick<ShareMail, 'sender' | 'replyTo' | 'language'>> {
  const state = userId === null ? null : (await load(store, user, userStreamOf(userId))).state;
  if (state?.status !== 'active') return { sender: '', replyTo: null, language: null };
  const { email, firstName, lastName, settings } = state;
  const sender = `${firstName} ${lastName}`.trim() || email;
  return { sender, replyTo: email === '' ? null : email, language: settings.language };
}
