/** What the address says behind its path, and the way to change it. */
import { useCallback } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/** The address as it is now, not as it was when a callback was made: some work ends later, as a pause in typing does. */
export function currentLocation(): {
  readonly pathname: string;
  readonly hash: string;
  readonly params: URLSearchParams;
} {
  const { pathname, hash, search } = window.location;
  return { pathname, hash, params: new URLSearchParams(search) };
}

/**
 * `params` are those of the screen. `change` is given those of the address as it is now, to keep what was changed a moment
 * ago, and `put` sets some of them, or takes them away with null. The screen stays where it is scrolled to, unless told
 * otherwise.
 */
export function useSearchState() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => {
      const { pathname, hash, params: now } = currentLocation();
      void navigate({ pathname, search: next(now).toString(), hash }, { preventScrollReset: true, ...options });
    },
    [navigate],
  );
  const setParams = useCallback(
    (values: Readonly<Record<string, string | null>>, options?: NavigateOptions) =>
      change((now) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === null) now.delete(name);
          else now.set(name, value);
        }
        return now;
      }, options),
    [change],
  );
  return { params, change, put: setParams };
}
