/** Light or dark, remembered in this browser. */
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { MoonIcon, SunIcon } from './icons.tsx';
import { words } from './words.ts';

export function ThemeToggle() {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const label = dark ? words.toLight : words.toDark;
  return (
    // Not a Tooltip: it would bring its whole machinery to the welcome page.
    <IconButton aria-label={label} title={label} onClick={() => setMode(dark ? 'light' : 'dark')}>
      {dark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
