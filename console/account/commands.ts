/** Changes to the account of the signed-in person. */

import { mutate } from 'swr';
import type { PhotoAnswer } from '../../query-service/contract/answers/account.ts';
import { send } from '../platform/api/client.ts';
import { KEY } from './profile-photo.ts';

/** Takes a photo, or none. @throws ApiError */
export async function changePhoto(profilePhoto: string | null): Promise<void> {
  await send('POST', KEY, { body: { profilePhoto } });
  await mutate<PhotoAnswer>(KEY, { profilePhoto }, { revalidate: false });
}
