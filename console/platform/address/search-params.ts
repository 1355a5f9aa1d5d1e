/** The search parameters of the address. */
import { useCallback } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/** The current address, not the one when a callback was created: some work, such as a pause in typing, ends later. */
export function currentLocation(): {
  readonly pathname: string;
  readonly hash: string;
  readonly params: URLSearchParams;
} {
  const { pathname, hash, search } = window.location;
  return { pathname, hash, params: new URLSearchParams(search) };
}

/**
 * `params` are those of the rendered page. `change` gets those of the current address, so that a change a moment ago is
 * kept; `put` sets some of them, or removes them with null. The scroll position stays, unless an option says otherwise.
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
