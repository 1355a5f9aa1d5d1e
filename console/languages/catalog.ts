import type { ThemeOptions } from '@mui/material/styles';

/** Texts by key. */
export type TextsByKey = Readonly<Record<string, string>>;

/** The texts of a language, by room. */
type Catalog = Readonly<Record<string, TextsByKey>>;

/** A language other than English. */
export interface LanguagePack {
  readonly texts: Catalog;
  /** The own words of MUI's components: 'Clear', 'Close'. */
  readonly components: ThemeOptions;
}
