/** Whether the sidebar is open: kept for seven days in the cookie `sidebar_state`. */
import { createContext, useCallback, useContext, useState } from 'react';

const COOKIE = 'sidebar_state';
const LIFETIME_S = 604_800;
/** Narrower windows start with icons only, to leave room for the table. */
const ROOMY = 1_024;

/** The choice in the page's cookies, or `fallback` without one. Pure. */
export function readSidebar(cookies: string, fallback: boolean): boolean {
  const [, choice] = new RegExp(`(?:^|; )${COOKIE}=(true|false)(?:;|$)`).exec(cookies) ?? [];
  return choice === undefined ? fallback : choice === 'true';
}

export function useSidebar(): readonly [boolean, () => void] {
  const [open, setOpen] = useState(() => readSidebar(document.cookie, window.innerWidth >= ROOMY));
  const toggle = useCallback(() => {
    setOpen((was) => {
      // The Cookie Store API exists over https only.
      document.cookie = `${COOKIE}=${!was}; path=/; max-age=${LIFETIME_S}; SameSite=Lax`;
      return !was;
    });
  }, []);
  return [open, toggle];
}

const SidebarToggleContext = createContext<() => void>(() => undefined);

/** Opens and closes the sidebar for everything inside the shell. */
export const SidebarToggleProvider = SidebarToggleContext.Provider;

export function useSidebarToggle(): () => void {
  return useContext(SidebarToggleContext);
}
