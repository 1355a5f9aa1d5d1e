/** Saves a file in the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, because the browser has not started to read it yet.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
