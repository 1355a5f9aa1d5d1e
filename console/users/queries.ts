/** Photos of people. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export const PHOTO_URL = pathTo('/api/user/photo');

/** The photo of a person as a data URL, null without one; of the signed-in person by default. */
export function usePhoto(userId: string | null = null) {
  return useAnswer(userId === null ? PHOTO_URL : pathTo('/api/user/photo', { query: { userId } }));
}
