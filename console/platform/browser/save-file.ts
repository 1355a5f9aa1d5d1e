/** Hands a file to the browser to keep. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser has yet to begin to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
