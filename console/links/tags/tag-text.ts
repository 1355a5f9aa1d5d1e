/** Tags as one text, for drafts and cells of files. Pure. */
import { normalizeTags, tagsOfCell } from '../../../command-service/contract/tags.ts';

/** Ends a tag while typing. */
export const ENDS_TAG = /[,;]/;

export function parseTags(text: string): readonly string[] {
  return tagsOfCell(text);
}

export function joinTags(tags: readonly string[]): string {
  return tags.join(', ');
}

/** The tags with a typed text, split at commas. */
export function addTyped(tags: readonly string[], typed: string): readonly string[] {
  return normalizeTags([...tags, ...tagsOfCell(typed)]);
}
