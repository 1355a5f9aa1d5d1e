/** The words every form shares. */
export const messages = {
  discardTitle: 'Discard what you typed?',
  discardHint: 'This form has changes that are not saved.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  draftRestored: 'What you had typed is back.',
  startOver: 'Start over',
} as const;
