/** Photos of people. */
import useSWR from 'swr';
import type { PhotoAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export const PHOTO_URL = '/api/user/photo';

/** The photo of a person as a data URL, null without one; of the signed-in person by default. */
export function usePhoto(userId: string | null = null) {
  const url = userId === null ? PHOTO_URL : `${PHOTO_URL}?userId=${encodeURIComponent(userId)}`;
  return useSWR<PhotoAnswer, ApiError>(url, get<PhotoAnswer>);
}
