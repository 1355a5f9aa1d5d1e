/** Texts of the sidebar, the header and the shortcuts. */
import english from '../../languages/en/app.shell.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('app.shell', english);

export { format, messages };

/** As the keyboard in front of the person names it. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** The keys of each shortcut and what they do. */
export const SHORTCUTS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Ctrl', 'K'], messages['shortcut.palette']],
  [['/'], messages['shortcut.search']],
  [['n'], messages['shortcut.add']],
  [['t'], messages['shortcut.today']],
  [['j', 'k'], messages['shortcut.links']],
  [['o'], messages['shortcut.article']],
  [['↑', '↓'], messages['shortcut.history']],
  [['←', '→'], messages['shortcut.checks']],
  [['Ctrl', 'B'], messages['shortcut.sidebar']],
  [['F8'], messages['shortcut.notifications']],
  [['Esc'], messages['shortcut.close']],
  [['?'], messages['shortcut.help']],
];
