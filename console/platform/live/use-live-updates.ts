/** Other people's changes and finished checks appear by themselves: server-sent events become SWR revalidations. */
import { useEffect, useState } from 'react';
import { mutate } from 'swr';
import type { ChangedList, ChangedMessage } from '../../../query-service/contract/answers/changes.ts';
import { raisePosition, streamPath } from '../api/client.ts';

type List = ChangedList;

/** How long changes are gathered before the lists are read again: a batch of checks is one repaint. */
const GATHER_MS = 150;
/** A drop shorter than this is not worth a word. */
const QUIET_MS = 4_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Which lists a cached answer belongs to, by the path it was read from; the first that fits counts. What one sees at all
 * depends on one's teams, and so do the names in it.
 */
const LISTS_BY_PATH: readonly (readonly [path: RegExp, lists: readonly List[]])[] = [
  [/^\/api\/links$/, ['links', 'teams']],
  [/^\/api\/teams\/[^/]+\/links$/, ['links', 'teams']],
  [/^\/api\/tags$/, ['links', 'teams']],
  [/^\/api\/teams\/[^/]+\/clients$/, ['clients', 'teams']],
  [/^\/api\/teams(\/|$)/, ['teams']],
  [/^\/api\/invitations\//, ['teams']],
  [/^\/api\/stats(\/|$)/, ['stats', 'teams']],
  [/^\/api\/clients(\/|$)/, ['clients', 'teams']],
  [/^\/api\/campaigns(\/|$)/, ['campaigns', 'links', 'teams']],
  [/^\/api\/trash$/, ['trash', 'teams']],
  [/^\/api\/alerts$/, ['alerts', 'account', 'teams']],
  [/^\/api\/status-checks(\/|$)/, ['status-checks']],
  [/^\/api\/shared-links$/, ['shares']],
  [/^\/api\/user\/photo$/, ['account', 'teams']],
  [/^\/api\/(user\/settings|subscription|sessions|identities|tokens)$/, ['account']],
  [/^\/api\/(user\/profile|auth\/user)$/, ['profile']],
];

/** Says whether what is cached under `key` belongs to one of the lists (and, for one link's data, to `linkIds`). */
export function isAffected(key: string, lists: readonly List[], linkIds: readonly string[] | null): boolean {
  const path = key.split('?', 1)[0] ?? key;
  const one = /^\/api\/links\/([^/]+)/.exec(path)?.[1];
  if (one !== undefined)
    return lists.includes('links') && (linkIds === null || linkIds.includes(decodeURIComponent(one)));
  const belongs = LISTS_BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return belongs.some((list) => lists.includes(list));
}

/** Reads the named lists again wherever they are on the screen. */
export async function revalidateLists(lists: readonly List[], linkIds: readonly string[] | null = null): Promise<void> {
  await mutate((key) => typeof key === 'string' && isAffected(key, lists, linkIds));
}

/** Follows the event stream as long as the caller is mounted. False while it has been down for a while. */
export function useLiveUpdates(): boolean {
  const [connected, setConnected] = useState(true);

  useEffect(() => {
    let source: EventSource | null = null;
    let wait = FIRST_WAIT_MS;
    let dropped = false;
    let reconnect: ReturnType<typeof setTimeout> | undefined;
    let tell: ReturnType<typeof setTimeout> | undefined;
    let gather: ReturnType<typeof setTimeout> | undefined;
    let lists = new Set<List>();
    let linkIds: Set<string> | null = new Set();

    const flush = () => {
      gather = undefined;
      const [named, ids] = [[...lists], linkIds === null ? null : [...linkIds]];
      lists = new Set();
      linkIds = new Set();
      void revalidateLists(named, ids);
    };

    const open = () => {
      source = new EventSource(streamPath(), { withCredentials: true });
      source.addEventListener('open', () => {
        wait = FIRST_WAIT_MS;
        clearTimeout(tell);
        tell = undefined;
        setConnected(true);
        if (dropped) void mutate((key) => typeof key === 'string' && key.startsWith('/api/'));
        dropped = false;
      });
      source.addEventListener('changed', (event: MessageEvent<string>) => {
        const message = JSON.parse(event.data) as ChangedMessage;
        raisePosition(message.position);
        for (const name of message.lists) lists.add(name);
        if (message.linkIds === null) linkIds = null;
        else for (const id of message.linkIds) linkIds?.add(id);
        gather ??= setTimeout(flush, GATHER_MS);
      });
      source.addEventListener('error', () => {
        dropped = true;
        tell ??= setTimeout(() => setConnected(false), QUIET_MS);
        if (source?.readyState !== EventSource.CLOSED) return;
        // The browser gives up after an answer that is not a stream: begin again, and see whether the session ended.
        reconnect = setTimeout(open, wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
        void mutate('/api/auth/user');
      });
    };

    /** The network is back: no need to wait out the time. */
    const hurry = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(reconnect);
      open();
    };

    open();
    window.addEventListener('online', hurry);
    return () => {
      window.removeEventListener('online', hurry);
      source?.close();
      for (const timer of [reconnect, tell, gather]) clearTimeout(timer);
    };
  }, []);

  return connected;
}
