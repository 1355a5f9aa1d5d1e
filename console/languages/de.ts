/** The German texts, by room, and the German words of MUI. */
import { deDE as components } from '@mui/material/locale';
import type { LanguagePack, TextsByKey } from './catalog.ts';

/** The sentences of the server are kept with it: it has pages and mails of its own. */
const files = import.meta.glob<TextsByKey>(
  ['./de/*.json', '../../command-service/contract/languages/de/{server,checker,doctor,reasons}.json'],
  { eager: true, import: 'default' },
);

export const german: LanguagePack = {
  texts: Object.fromEntries(
    Object.entries(files).map(([file, texts]) => [file.slice(file.lastIndexOf('/') + 1, -'.json'.length), texts]),
  ),
  components,
};
