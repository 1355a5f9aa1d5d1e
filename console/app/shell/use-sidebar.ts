/** Whether the sidebar is open, kept for seven days in the cookie `sidebar_state`. */
import { useCallback, useState } from 'react';

const COOKIE = 'sidebar_state';
const LIFETIME_S = 604_800;
/** Narrower windows begin with icons only, to leave the table its room. */
const ROOMY = 1_024;

/** Reads the choice out of the page's cookies; `fallback` where they hold none. Pure. */
export function readSidebar(cookies: string, fallback: boolean): boolean {
  const [, choice] = new RegExp(`(?:^|; )${COOKIE}=(true|false)(?:;|$)`).exec(cookies) ?? [];
  return choice === undefined ? fallback : choice === 'true';
}

export function useSidebar(): readonly [boolean, () => void] {
  const [open, setOpen] = useState(() => readSidebar(document.cookie, window.innerWidth >= ROOMY));
  const toggle = useCallback(() => {
    setOpen((was) => {
      // Not the Cookie Store: browsers offer that over https only.
      document.cookie = `${COOKIE}=${!was}; path=/; max-age=${LIFETIME_S}; SameSite=Lax`;
      return !was;
    });
  }, []);
  return [open, toggle];
}
