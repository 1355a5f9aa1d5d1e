/** The switch between light and dark, saved in this browser. */
import IconButton from '@mui/material/IconButton';
import { MoonIcon, SunIcon } from '../layout/icons.tsx';
import { useThemeSwitch } from './use-theme-switch.ts';

export function ThemeToggle() {
  const { dark, label, toggle } = useThemeSwitch();
  return (
    // A title instead of a Tooltip, which would be a lot of code for the welcome page.
    <IconButton aria-label={label} title={label} onClick={toggle}>
      {dark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
