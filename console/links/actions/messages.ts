/** Texts of the actions on a link. */
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
