/** Photos of people. */

import useSWR from 'swr';
import type { PhotoAnswer } from '../../query-service/contract/answers/account.ts';
import { KEY } from '../account/profile-photo.ts';
import { type ApiError, get } from '../platform/api/client.ts';

/** The data URL of one's own photo, or of somebody's whom one knows; null: none. */
export function usePhoto(userId: string | null = null) {
  const key = userId === null ? KEY : `${KEY}?userId=${encodeURIComponent(userId)}`;
  return useSWR<PhotoAnswer, ApiError>(key, get<PhotoAnswer>);
}
