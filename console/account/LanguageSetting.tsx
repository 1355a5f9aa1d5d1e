/** The language of the console in this browser. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useId } from 'react';
import { LANGUAGES, type Language } from '../../command-service/languages.ts';
import { savedLanguage, saveLanguage } from '../platform/language/language.ts';
import { Label } from '../ui/forms/TextField.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { SECTION_TOP, Section } from '../ui/Section.tsx';
import { messages } from './messages.ts';

const BROWSER = 'browser';

export function LanguageSetting() {
  const id = useId();
  const saved = savedLanguage();
  return (
    <Section title={messages.language} hint={messages.languageHint}>
      <Box sx={{ ...SECTION_TOP, px: { xs: 2, md: 3 }, pb: 3, display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <Label id={id}>{messages.consoleLanguage}</Label>
        <Select
          labelId={id}
          value={saved ?? BROWSER}
          IconComponent={ChevronDownIcon}
          sx={{ minWidth: 240 }}
          onChange={({ target: { value } }) => saveLanguage(value === BROWSER ? null : (value as Language))}
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
