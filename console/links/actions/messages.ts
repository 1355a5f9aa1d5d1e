/** Texts of the actions on a link. */
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { splitUrl } from '../../platform/format/urls.ts';

export const messages = {
  edit: 'Edit',
  stillLive: 'Link is still live!',
  hasBeenRemoved: 'Link has been removed',
  unableToVerify: 'Unable to verify link status',
  recheckFailed: 'Unable to verify link status',
  moveToTrash: 'Move to trash',
  delete: 'Delete',
  recheck: 'Recheck',
  deleteFailed: 'Failed to delete link. Please try again.',
  linkDeleted: 'Link Deleted',
  movedToTrash: 'Link has been moved to trash',
  undo: 'Undo',
  restored: 'Link Restored',
  restoredHint: 'Link has been restored from trash',
  restoredTwice: 'Another link has the same addresses.',
  restoreFailed: 'Failed to restore link. Please try again.',
} as const;

/** 'Recheck blog.example': a button of a row names its link by the site of the article. */
export function formatAction(action: string, { articleLink, clientLink }: LinkAnswer): string {
  return `${action} ${splitUrl(articleLink || clientLink).host}`.trim();
}
