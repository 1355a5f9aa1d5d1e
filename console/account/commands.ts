/** Changes to the account of the signed-in person. */
import { mutate } from 'swr';
import type { Language } from '../../command-service/contract/languages.ts';
import type { PhotoAnswer } from '../../query-service/contract/answers/account.ts';
import { send } from '../platform/api/client.ts';
import { USER_KEY } from '../session/current-user.ts';
import { PHOTO_URL } from '../users/queries.ts';
import { PROFILE_URL } from './queries.ts';

/** @throws ApiError */
export async function saveProfile(body: object): Promise<void> {
  const answer = await send('PATCH', '/api/user/profile', { body });
  await Promise.all([mutate(PROFILE_URL, answer, { revalidate: false }), mutate(USER_KEY)]);
}

/** Changes the profile photo; null removes it. @throws ApiError */
export async function changePhoto(profilePhoto: string | null): Promise<void> {
  await send('POST', '/api/user/photo', { body: { profilePhoto } });
  await mutate<PhotoAnswer>(PHOTO_URL, { profilePhoto }, { revalidate: false });
}

/** Sets the language of the mails that the person gets. @throws ApiError */
export async function saveMailLanguage(language: Language): Promise<void> {
  await send('PATCH', '/api/user/settings', { body: { language } });
}
