/** The forms that are open, several at times, one over the other: which of them would lose what was typed. */

export interface OpenForm {
  /** Has changes that are not saved; asked at the moment of leaving. */
  isUnsaved(): boolean;
  /** Is still open at these search parameters. */
  isOpenAt(params: URLSearchParams): boolean;
  /** Gives up what was typed. */
  discard(): void;
}

const open = new Set<OpenForm>();

/** Watches over a form for as long as it is open. Returns the way to stop. */
export function registerForm(form: OpenForm): () => void {
  open.add(form);
  return () => open.delete(form);
}

/** The forms that would lose something at these search parameters. */
export function unsavedFormsAt(search: string): readonly OpenForm[] {
  const params = new URLSearchParams(search);
  return [...open].filter((form) => form.isUnsaved() && !form.isOpenAt(params));
}
