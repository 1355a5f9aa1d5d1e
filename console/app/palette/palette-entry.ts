/** One thing the palette offers. */
import type SvgIcon from '@mui/material/SvgIcon';

export interface PaletteEntry {
  /** Unique in its group. */
  readonly id: string;
  readonly Icon: typeof SvgIcon;
  /** Of a status: never without its word in `detail`. */
  readonly color?: string;
  readonly title: string;
  readonly detail?: string;
  /** It is found by these as well. */
  readonly keywords?: string;
  /** Which keys do the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}
