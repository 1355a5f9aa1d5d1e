/** What the server says of a page in its head; undefined where it says nothing of that name. */
export function pageMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
