/** Light or dark, remembered in this browser. */
import IconButton from '@mui/material/IconButton';
import { MoonIcon, SunIcon } from '../icons.tsx';
import { useThemeSwitch } from './use-theme-switch.ts';

export function ThemeToggle() {
  const { dark, label, toggle } = useThemeSwitch();
  return (
    // Not a Tooltip: it would bring its whole machinery to the welcome page.
    <IconButton aria-label={label} title={label} onClick={toggle}>
      {dark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
