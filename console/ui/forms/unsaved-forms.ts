/** The open forms, several at a time, and which of them would lose input. */

export interface OpenForm {
  /** Whether it has unsaved changes; called when the form would close. */
  isUnsaved(): boolean;
  /** Whether it is still open at these search parameters. */
  isOpenAt(params: URLSearchParams): boolean;
  /** Discards the input. */
  discard(): void;
}

const open = new Set<OpenForm>();

/** Registers an open form. Returns a function that removes it. */
export function registerForm(form: OpenForm): () => void {
  open.add(form);
  return () => open.delete(form);
}

/** The forms that would lose input at these search parameters. */
export function unsavedFormsAt(search: string): readonly OpenForm[] {
  const params = new URLSearchParams(search);
  return [...open].filter((form) => form.isUnsaved() && !form.isOpenAt(params));
}
