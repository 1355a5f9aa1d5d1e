/** Tags as a field has them: one text, as a draft keeps it and as a cell of a file has them. Pure. */
import { normalizeTags, tagsOfCell } from '../../../command-service/tags.ts';

/** What ends a tag while one types. */
export const ENDS_TAG = /[,;]/;

export function parseTags(text: string): readonly string[] {
  return tagsOfCell(text);
}

export function joinTags(tags: readonly string[]): string {
  return tags.join(', ');
}

/** The tags with what was typed: several at once where that has commas. */
export function addTyped(tags: readonly string[], typed: string): readonly string[] {
  return normalizeTags([...tags, ...tagsOfCell(typed)]);
}
