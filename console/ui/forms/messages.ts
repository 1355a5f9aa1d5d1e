/** Texts that every form shares. */
export const messages = {
  discardTitle: 'Discard your changes?',
  discardHint: 'This form has changes that are not saved.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  draftRestored: 'Your unsaved draft has been restored.',
  startOver: 'Start over',
  copy: 'Copy',
  copied: 'Copied',
  copyBlocked: 'The browser does not allow copying. The text is selected: press Ctrl+C (⌘ C on a Mac).',
  openAgain: 'Open again',
} as const;
