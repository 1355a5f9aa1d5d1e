/** The shares that the signed-in person may manage. */
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';

/** Those of one client, or all. */
export function useShares(clientDomain?: string) {
  const query = new URLSearchParams(clientDomain === undefined ? {} : { clientDomain });
  return usePage(pathTo('/api/shared-links', { query }));
}

/** The name of the dialog that edits a share, in the address. */
export const editShare = ({ id }: { readonly id: string }): string => `edit-share-${id}`;
