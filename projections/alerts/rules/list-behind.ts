/** The page of the console that lists the links of a site which an incident or a message tells of. Pure. */
import { teamIdOf } from '../../../command-service/contract/scope.ts';
import type { IncidentKind } from '../../../command-service/model/incident/events.ts';
import type { Audience } from '../../views/links/alerts.ts';

interface Told {
  readonly audience: Audience;
  readonly site: string;
  /** What happened to the links; `all` selects every link of the site. */
  readonly kind: IncidentKind | 'live' | 'all';
  /** The times of its first and last alert. */
  readonly firstAt: string | number;
  readonly lastAt: string | number;
}

/** Lost links of the days of the alerts; for other kinds, the links of the site as they are now. */
export function listBehind({ audience, site, kind, firstAt, lastAt }: Told): string {
  const day = (at: string | number) => new Date(at).toISOString().slice(0, 10);
  const filters = {
    lost: { lostFrom: day(firstAt), lostTo: day(lastAt) },
    unclear: { status: 'pending' },
    live: { status: 'live' },
    all: {},
  };
  return `/?${new URLSearchParams({ teamId: teamIdOf(audience) ?? 'personal', publisher: site, ...filters[kind] })}`;
}
