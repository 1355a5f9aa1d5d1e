import type { Language } from '../../contract/languages.ts';
import type { PackProblem } from '../check-pack.ts';
import type { PackManifest } from '../pack-format.ts';

/** What the page shows; its parts read the state, and draw again after they have changed it. */
export interface PackState {
  language: Language;
  /** null before the data of the page is read, or where the data is damaged. */
  manifest: PackManifest | null;
  /** null while the check runs. */
  problems: readonly PackProblem[] | null;
  /** How much of the check is done, from 0 to 1. */
  share: number;
  /** The result of the last check of a folder; null before a folder is chosen. */
  folder: { readonly checked: number; readonly problems: readonly PackProblem[] } | 'empty' | null;
  /** The last text in the field that compares a seal. */
  compared: string;
  /** Contents of files by hash: those in the page, and those of a chosen folder. */
  readonly contents: Map<string, Uint8Array<ArrayBuffer>>;
}
