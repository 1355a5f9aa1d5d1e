/** Saves the theme in local storage under `theme`, and follows other tabs. */
import type { ThemeProviderProps } from '@mui/material/styles';

type StorageManager = NonNullable<ThemeProviderProps['storageManager']>;

const KEY = 'theme';

export const themeStorage: StorageManager = ({ key }) => ({
  get(fallback) {
    if (key !== KEY) return fallback;
    try {
      return localStorage.getItem(KEY) ?? fallback;
    } catch {
      return fallback;
    }
  },
  set(value) {
    if (key !== KEY) return;
    try {
      localStorage.setItem(KEY, String(value));
    } catch {
      // The choice lasts until the tab is closed.
    }
  },
  subscribe(handler) {
    const listen = (event: StorageEvent) => {
      if (event.key === KEY && event.key === key) handler(event.newValue ?? undefined);
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  },
});
