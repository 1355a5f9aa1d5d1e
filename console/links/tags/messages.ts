/** Texts of the tag fields. */
export const messages = {
  tags: 'Tags (Optional)',
  tagsHint: 'Words to find links again by. A comma ends one.',
  tagPlaceholder: 'Type or choose...',
} as const;
