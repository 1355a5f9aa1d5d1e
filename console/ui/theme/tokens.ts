/** The colors of both themes, for the console and for the pages without it (base.css repeats those it needs). Pure. */

/** The only radius, in pixels. */
export const RADIUS = 8;

export interface Tokens {
  readonly accent: string;
  readonly accentStrong: string;
  readonly onAccent: string;
  readonly page: string;
  readonly surface: string;
  /** Behind the sidebar, table heads and code. */
  readonly sunken: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly live: string;
  readonly removed: string;
  readonly pending: string;
}

export const light: Tokens = {
  accent: '#3b57d9',
  accentStrong: '#2f47ba',
  onAccent: '#ffffff',
  page: '#fcfcfd',
  surface: '#ffffff',
  sunken: '#f6f6f8',
  line: '#e5e5ea',
  text: '#19191d',
  quiet: '#5d5d68',
  live: '#157a3d',
  removed: '#c2261d',
  pending: '#8f5a00',
};

export const dark: Tokens = {
  accent: '#93a8ff',
  accentStrong: '#b3c1ff',
  onAccent: '#0f0f11',
  page: '#0f0f11',
  surface: '#161619',
  sunken: '#131316',
  line: '#2a2a30',
  text: '#ededf0',
  quiet: '#a0a0ab',
  live: '#4cc781',
  removed: '#ff7b72',
  pending: '#e2ae4a',
};
