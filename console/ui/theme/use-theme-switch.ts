/** The current theme, and the switch to the other one. */
import { useColorScheme } from '@mui/material/styles';
import { messages as common } from '../messages.ts';

export function useThemeSwitch() {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  return { dark, label: dark ? common.toLight : common.toDark, toggle: () => setMode(dark ? 'light' : 'dark') };
}
