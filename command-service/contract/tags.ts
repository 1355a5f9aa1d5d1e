/** Tags: the users' own labels for links. */
import * as yup from 'yup';

/** The most tags of a link, and the most characters of a tag. */
export const MAX_TAGS = 20;
const MAX_TAG = 40;

/** The separator of tags in a cell of a file; a tag never contains it. */
const SEPARATOR = /[,;]/;
const CONTROL = /\p{Cc}/u;
/** The characters of a tag, for the API's description: no separators and no control characters. */
const TAG = String.raw`[^,;\u0000-\u001F\u007F-\u009F]`;

/** Trims tags and drops empty and repeated ones (the first spelling stays), in order. */
export function normalizeTags(tags: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim().normalize('NFC').replaceAll(/\s+/g, ' ');
    const key = tagKey(trimmed);
    if (trimmed !== '' && !byKey.has(key)) byKey.set(key, trimmed);
  }
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, tag]) => tag);
}

/** The tags of one cell of a file. */
export function tagsOfCell(cell: string): readonly string[] {
  return normalizeTags(cell.split(SEPARATOR));
}

/** The message for an invalid tag, or null. */
function tagProblem(tag: string): string | null {
  if ([...tag].length > MAX_TAG) return `A tag must be at most ${MAX_TAG} characters`;
  if (SEPARATOR.test(tag)) return 'A tag must not hold commas or semicolons';
  return CONTROL.test(tag) ? 'A tag must not hold control characters' : null;
}

/** The field schema of a list of tags as typed; `normalizeTags` turns it into the stored list. */
export function tagList(label = 'Tags') {
  return yup
    .array()
    .of(yup.string().typeError('A tag must be text').defined('A tag must be text'))
    .typeError(`${label} must be a list`)
    .label(label)
    .test({
      name: 'tags',
      params: { jsonSchema: { maxItems: MAX_TAGS, items: { maxLength: MAX_TAG, pattern: `^${TAG}*$` } } },
      test: (tags, context) => {
        if (tags === undefined || tags === null) return true;
        if (!tags.every((tag) => typeof tag === 'string'))
          return context.createError({ message: 'A tag must be text' });
        const problem = tagsProblem(label, normalizeTags(tags));
        return problem === null || context.createError({ message: problem });
      },
    });
}

/** The field schema of tags in one text, separated as in a file's cell. */
export function tagText(label: string) {
  return yup
    .string()
    .label(label)
    .typeError(`${label} must be text`)
    .test({
      name: 'tags',
      params: { jsonSchema: { pattern: `^${TAG}{0,${MAX_TAG}}(?:[,;]${TAG}{0,${MAX_TAG}}){0,${MAX_TAGS - 1}}$` } },
      test: (cell, context) => {
        const problem = tagsProblem(label, tagsOfCell(cell ?? ''));
        return problem === null || context.createError({ message: problem });
      },
    });
}

function tagsProblem(label: string, tags: readonly string[]): string | null {
  if (tags.length > MAX_TAGS) return `${label} must be at most ${MAX_TAGS}`;
  return tags.map(tagProblem).find((each) => each !== null) ?? null;
}

/** The key that all spellings of a tag share: the text without case, in every script. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
