/** The filters of the ledger, in the address. Pure. */
import { LEDGER_KINDS, type LedgerKind } from '../../query-service/contract/answers/ledger.ts';

export interface LedgerFilters {
  readonly kinds: readonly LedgerKind[];
  /** '' for everybody; the filters below likewise. */
  readonly person: string;
  readonly client: string;
  readonly site: string;
  readonly campaign: string;
  readonly linkId: string;
  readonly from: string;
  readonly to: string;
  /** 'true': only what people did. */
  readonly people: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filters in the address, without invalid values. */
export function readFilters(params: URLSearchParams): LedgerFilters {
  const named = (params.get('kind') ?? '').split(',');
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return DAY.test(value) ? value : '';
  };
  const [from, to] = [day('from'), day('to')];
  return {
    kinds: LEDGER_KINDS.filter((kind) => named.includes(kind)),
    person: params.get('person') ?? '',
    client: params.get('client') ?? '',
    site: params.get('site') ?? '',
    campaign: params.get('campaign') ?? '',
    linkId: params.get('of') ?? '',
    from,
    to: from !== '' && to !== '' && to < from ? '' : to,
    people: params.get('people') === 'true' ? 'true' : '',
  };
}

/** The filters as parameters of the address; null removes a parameter. */
export function addressOf(change: Partial<LedgerFilters>): Readonly<Record<string, string | null>> {
  const { kinds, linkId, ...texts } = change;
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value || null])),
    ...(kinds && { kind: kinds.join() || null }),
    ...(linkId !== undefined && { of: linkId || null }),
  };
}

export const NO_FILTERS: LedgerFilters = {
  kinds: [],
  person: '',
  client: '',
  site: '',
  campaign: '',
  linkId: '',
  from: '',
  to: '',
  people: '',
};

export function hasFilters(filters: LedgerFilters): boolean {
  return Object.values(filters).some((value) => value.length > 0);
}

/** The query of GET /api/ledger/stories. */
export function queryOf(filters: LedgerFilters): Record<string, string> {
  const query = {
    kind: filters.kinds.join(),
    actor: filters.person,
    clientDomain: filters.client,
    publisher: filters.site,
    campaignId: filters.campaign,
    linkId: filters.linkId,
    dayFrom: filters.from,
    dayTo: filters.to,
    people: filters.people,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
