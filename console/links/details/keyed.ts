/**
 * Gives each item a key of its text and how often that text came before: lists that a page dictates may hold the same
 * thing twice. Pure.
 */
export function keyed<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly (readonly [string, Item])[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const text = textOf(item);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return [`${before} ${text}`, item];
  });
}
