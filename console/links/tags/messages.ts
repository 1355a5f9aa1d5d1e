/** Texts of the tag fields. */
export const messages = {
  tags: 'Tags (Optional)',
  tagsHint: 'Labels to find links by, separated by commas.',
  tagPlaceholder: 'Type or choose...',
} as const;
