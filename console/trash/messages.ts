/** The words of the trash. */
import { daysUntil } from '../platform/format/dates.ts';

export const messages = {
  trash: 'Trash',
  note: 'Items are permanently deleted after 30 days.',
  empty: 'Trash is empty',
  emptyHint: 'Links you delete wait here for 30 days, in case you want them back.',
  noneFound: 'Nothing in the trash matches',
  clearSearch: 'Clear search',
  loadFailed: 'The trash could not be loaded',
  restore: 'Restore',
  restoring: 'Restoring...',
  deleteForever: 'Delete Forever',
  confirmTitle: 'Delete this link forever?',
  confirmHint: 'It cannot be restored afterwards.',
  deleted: 'Link Deleted',
  deletedHint: 'Link has been permanently deleted',
  deleteFailed: 'Failed to delete link. Please try again.',
  deletedAt: 'Deleted',
} as const;

/** 'deleted forever in 12 days'. */
export function formatPurge(purgesAt: string, now: number): string {
  const days = daysUntil(purgesAt, now);
  if (days === 0) return 'deleted forever today';
  return `deleted forever in ${days} ${days === 1 ? 'day' : 'days'}`;
}
