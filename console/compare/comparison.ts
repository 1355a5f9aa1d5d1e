/** Which days are compared, and of which links: in the address. Pure. */
import { ACTIVITY_KINDS, LINK_CHANGES } from '../../query-service/contract/answers/as-of.ts';
import type { ShownChange } from './compared-rows.ts';

/** Links of a page. */
export const PAGE_SIZE = 50;

/** What happened between two moments, by events, or how both moments differ. */
export type CompareView = 'happened' | 'days';

/** The changes that each view counts, in their order. */
export const CHANGES_OF: Readonly<Record<CompareView, readonly ShownChange[]>> = {
  happened: ACTIVITY_KINDS,
  days: LINK_CHANGES,
};

export interface Comparison {
  readonly view: CompareView;
  /** Days; an address may also have instants and positions. '' for none. */
  readonly from: string;
  /** '' for now. */
  readonly to: string;
  /** Team ids and `personal`; empty: all teams. */
  readonly teams: readonly string[];
  /** '' for any; the same for the campaign. */
  readonly client: string;
  readonly campaign: string;
  /** null: all changes. */
  readonly change: ShownChange | null;
  /** Counts from 1. */
  readonly page: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The comparison in the address. Two days in the wrong order change places; today as the later day is now. */
export function readComparison(params: URLSearchParams, today: string): Comparison {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const page = Number(params.get('page'));
  const isReversed = DAY.test(from) && DAY.test(to) && to < from;
  const [earlier, later] = isReversed ? [to, from] : [from, to];
  const view = params.get('view') === 'days' ? 'days' : 'happened';
  return {
    view,
    from: earlier,
    to: later === today ? '' : later,
    teams: (params.get('team') ?? '').split(',').filter(Boolean),
    client: params.get('client') ?? '',
    campaign: params.get('campaign') ?? '',
    change: CHANGES_OF[view].find((each) => each === params.get('change')) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** Whether both moments are the same: nothing can have changed. */
export function isSame({ from, to }: Comparison, today: string): boolean {
  return from === (to === '' ? today : to);
}

/** Whether one of the days is yet to come. */
export function isFuture({ from, to }: Comparison, today: string): boolean {
  return [from, to].some((moment) => DAY.test(moment) && moment > today);
}

/** A change as parameters of the address; null removes a parameter. The list begins at its first page. */
export function addressOf(change: Partial<Comparison>): Readonly<Record<string, string | null>> {
  const { view, teams, page, ...texts } = change;
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value || null])),
    ...(view && { view: view === 'days' ? view : null }),
    ...(teams && { team: teams.join() || null }),
    page: page === undefined || page === 1 ? null : String(page),
  };
}

/** The query of the export of the view; the view's rows have a page, too. */
export function queryOf({ view, from, to, teams, client, campaign, change }: Comparison): Record<string, string> {
  const query = {
    ...{ from, to, teamId: teams.join(), clientDomain: client, campaignId: campaign },
    [view === 'days' ? 'change' : 'kind']: change ?? '',
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
