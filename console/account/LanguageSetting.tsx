/** The language of the console in this browser, and of the person's mails. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useId } from 'react';
import { LANGUAGES, type Language } from '../../command-service/contract/languages.ts';
import { languageFor, savedLanguage, saveLanguage } from '../platform/language/language.ts';
import { Label } from '../ui/fields/TextField.tsx';
import { ChevronDownIcon } from '../ui/layout/icons.tsx';
import { Section } from '../ui/layout/Section.tsx';
import { notifyRefusal } from '../ui/toasts/notify-refusal.ts';
import { saveMailLanguage } from './commands.ts';
import { messages } from './messages.ts';

const BROWSER = 'browser';

/** null: the browser's language. The page reloads in the chosen language. */
async function choose(choice: Language | null): Promise<void> {
  try {
    await saveMailLanguage(languageFor(choice));
    saveLanguage(choice);
  } catch (error) {
    notifyRefusal(messages.languageFailed, error);
  }
}

export function LanguageSetting() {
  const id = useId();
  const saved = savedLanguage();
  return (
    <Section title={messages.language} hint={messages.languageHint}>
      <Box sx={{ px: { xs: 2, md: 3 }, pb: 3, display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <Label id={id}>{messages.consoleLanguage}</Label>
        <Select
          labelId={id}
          value={saved ?? BROWSER}
          IconComponent={ChevronDownIcon}
          sx={{ minWidth: 240 }}
          onChange={({ target: { value } }) => void choose(value === BROWSER ? null : (value as Language))}
        >
          <MenuItem value={BROWSER}>{messages.browserLanguage}</MenuItem>
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <MenuItem key={language} value={language} lang={language}>
              {name}
            </MenuItem>
          ))}
        </Select>
      </Box>
    </Section>
  );
}
