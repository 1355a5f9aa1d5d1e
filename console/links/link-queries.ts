/** What lists of links read. */

import useSWR from 'swr';
import type { LinkDetailsAnswer } from '../../query-service/contract/answers/links.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export function linkPath(id: string): string {
  return `/api/links/${encodeURIComponent(id)}`;
}

export function useLink(id: string) {
  return useSWR<LinkDetailsAnswer, ApiError>(linkPath(id), get<LinkDetailsAnswer>);
}
