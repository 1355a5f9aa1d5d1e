/** One entry of the palette. */
import type SvgIcon from '@mui/material/SvgIcon';

export interface PaletteEntry {
  /** Unique in its group. */
  readonly id: string;
  readonly Icon: typeof SvgIcon;
  /** The color of a status, which `detail` names too. */
  readonly color?: string;
  readonly title: string;
  readonly detail?: string;
  /** Further words that find the entry. */
  readonly keywords?: string;
  /** The keyboard shortcut of the same action. */
  readonly keys?: readonly string[];
  /** Whether it acts on the page below. */
  readonly isHere?: boolean;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}
