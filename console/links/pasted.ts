/** Several addresses typed where one was expected, on their way to the dialog that adds many links. */

interface Pasted {
  /** One address per line. */
  readonly text: string;
  readonly clientLink: string;
}

let pasted: Pasted | null = null;

export function offerPasted(addresses: readonly string[], clientLink: string): void {
  pasted = { text: addresses.join('\n'), clientLink };
}

/** The last offered addresses; the next call returns null. */
export function takePasted(): Pasted | null {
  const taken = pasted;
  pasted = null;
  return taken;
}
