/** Copies text, where the browser lets us: a page that came over plain http from elsewhere may not. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
