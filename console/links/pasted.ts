/** Several addresses typed where one was expected, on their way to the dialog that adds many links. */

interface PastedLinks {
  /** One address per line. */
  readonly text: string;
  readonly clientLink: string;
}

let pasted: PastedLinks | null = null;

export function offerPasted(addresses: readonly string[], clientLink: string): void {
  pasted = { text: addresses.join('\n'), clientLink };
}

/** The last offered addresses; the next call returns null. */
export function takePasted(): PastedLinks | null {
  const taken = pasted;
  pasted = null;
  return taken;
}
