/** Texts of saved views. */
export const messages = {
  views: 'Views',
  title: 'Saved views',
  all: 'All links',
  none: 'Save the current filter and order to come back to it.',
  name: 'Name',
  sharedWith: 'Visible to',
  onlyMe: 'Only you',
  save: 'Save view',
  saved: 'View saved',
  delete: 'Delete',
  deleted: 'View deleted',
  failed: 'The view could not be changed. Please try again.',
  loadFailed: 'Your views could not be loaded.',
  undo: 'Undo',
} as const;

export function formatDefault(name: string): string {
  return `Open the dashboard with “${name}”`;
}

export function formatDelete(name: string): string {
  return `Delete view “${name}”`;
}
