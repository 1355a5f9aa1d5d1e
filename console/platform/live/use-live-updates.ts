/** Live updates: server-sent events become SWR revalidations. */
import { useEffect, useState } from 'react';
import { mutate } from 'swr';
import {
  CHANGED_LISTS,
  type ChangedList,
  type ChangedMessage,
} from '../../../query-service/contract/answers/changes.ts';
import { raisePosition, streamPath } from '../api/client.ts';
import { revalidate } from '../api/use-answer.ts';

type List = ChangedList;

/**
 * How long changes are collected, in milliseconds, before lists are read again: a batch of checks causes one render.
 */
const GATHER_MS = 150;
/** A shorter interruption, in milliseconds, is not shown. */
const QUIET_MS = 4_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * The lists that a cached answer belongs to, by its path; the first match counts. Teams decide what a person sees, so
 * they affect most lists.
 */
const LISTS_BY_PATH: readonly (readonly [path: RegExp, lists: readonly List[]])[] = [
  [/^\/api\/links$/, ['links', 'teams']],
  [/^\/api\/teams\/[^/]+\/links$/, ['links', 'teams']],
  [/^\/api\/links\/facets$/, ['links', 'teams']],
  [/^\/api\/saved-views$/, ['saved-views', 'teams']],
  [/^\/api\/terms-templates$/, ['terms-templates', 'teams', 'links']],
  [/^\/api\/alert-rules$/, ['alert-rules', 'channels', 'teams', 'account', 'links', 'campaigns', 'clients']],
  [/^\/api\/brands\//, ['brands', 'teams']],
  [/^\/api\/channels$/, ['channels', 'teams']],
  [/^\/api\/tags$/, ['links', 'teams']],
  [/^\/api\/teams\/[^/]+\/clients$/, ['clients', 'teams']],
  [/^\/api\/teams(\/|$)/, ['teams']],
  [/^\/api\/invitations\//, ['teams']],
  [/^\/api\/stats(\/|$)/, ['stats', 'teams']],
  [/^\/api\/clients(\/|$)/, ['clients', 'teams']],
  [/^\/api\/campaigns(\/|$)/, ['campaigns', 'links', 'teams']],
  [/^\/api\/trash$/, ['trash', 'teams']],
  [/^\/api\/ledger(\/|$)/, CHANGED_LISTS],
  [/^\/api\/incidents$/, ['alerts', 'teams']],
  [/^\/api\/alerts$/, ['alerts', 'account', 'teams']],
  [/^\/api\/status-checks(\/|$)/, ['status-checks']],
  [/^\/api\/checkable-lists$/, ['status-checks', 'stats', 'account', 'teams']],
  [/^\/api\/shared-links$/, ['shares']],
  [/^\/api\/reports$/, ['reports']],
  [/^\/api\/user\/photo$/, ['account', 'teams']],
  [/^\/api\/(user\/settings|subscription|billing|payments|sessions|identities|tokens)$/, ['account']],
  [/^\/api\/(user\/profile|auth\/user)$/, ['profile']],
];

/** Whether the answer cached under `key` belongs to one of the lists and, for the data of one link, to `linkIds`. */
export function isAffected(key: string, lists: readonly List[], linkIds: readonly string[] | null): boolean {
  // The past does not change.
  if (/[?&]asOf=/.test(key)) return false;
  const path = key.split('?', 1)[0] ?? key;
  const linkId = /^\/api\/links\/([^/]+)/.exec(path)?.[1];
  if (linkId !== undefined && linkId !== 'facets')
    return lists.includes('links') && (linkIds === null || linkIds.includes(decodeURIComponent(linkId)));
  const belongs = LISTS_BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return belongs.some((list) => lists.includes(list));
}

/** Revalidates the named lists wherever they are shown. */
export async function revalidateLists(lists: readonly List[], linkIds: readonly string[] | null = null): Promise<void> {
  await revalidate((path) => isAffected(path, lists, linkIds));
}

/** Subscribes to the event stream while the caller is mounted. False while the stream has been down for a while. */
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
        if (dropped) void revalidate((path) => path.startsWith('/api/'));
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
        // The browser gives up after an answer that is not a stream: connect again, and see whether the session ended.
        reconnect = setTimeout(open, wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
        void mutate('/api/auth/user');
      });
    };

    /** The network is back: connect at once. */
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
