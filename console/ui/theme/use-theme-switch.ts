/** Light or dark: as public/theme.js set it before the first paint, as it is chosen here or in another tab later. */
import { createStore, useStore } from '../../platform/store/create-store.ts';
import { messages as common } from '../messages.ts';

const KEY = 'theme';
const page = document.documentElement;

const isDark = createStore(
  () => page.getAttribute('data-theme') === 'dark',
  () => {
    const listen = ({ key, newValue }: StorageEvent) => key === KEY && show(newValue === 'dark');
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  },
);

function show(dark: boolean): void {
  page.setAttribute('data-theme', dark ? 'dark' : 'light');
  isDark.set(dark);
}

/** The current theme, and the switch to the other one, which this browser remembers. */
export function useThemeSwitch() {
  const dark = useStore(isDark);
  const toggle = () => {
    show(!dark);
    try {
      localStorage.setItem(KEY, dark ? 'light' : 'dark');
    } catch {
      // The choice lasts until the tab is closed.
    }
  };
  return { dark, label: dark ? common.toLight : common.toDark, toggle };
}
