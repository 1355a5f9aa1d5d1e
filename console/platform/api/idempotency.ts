import { ApiError, newKey } from './client.ts';

const unanswered = new Map<string, { readonly request: string; readonly key: string }>();

/**
 * Sends a request with an idempotency key. When it gets no answer, the same request to the same path uses the same key
 * the next time, so the server carries it out once. @throws ApiError
 */
export async function sendOnce<Answer>(
  path: string,
  body: object,
  post: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const request = JSON.stringify(body);
  const last = unanswered.get(path);
  const key = last?.request === request ? last.key : newKey();
  unanswered.delete(path);
  try {
    return await post(key);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) unanswered.set(path, { request, key });
    throw error;
  }
}
