/**
 * Incidents: losses of one site within an hour, or its unreadable pages (infra/docs/product.md, "Incidents"). They
 * depend on no rule. The same alerts make the same incidents, and alerts that come again change none. Pure.
 */
import type { Audience } from '../../views/links/alerts.ts';
import type { AlertNews } from './alert-news.ts';

export interface Incident {
  /** The id of its first alert. */
  readonly id: string;
  readonly audience: Audience;
  readonly kind: 'lost' | 'unclear';
  readonly site: string;
  /** ISO instants of the first and the last alert. */
  readonly startedAt: string;
  readonly lastAt: string;
  readonly linkIds: readonly string[];
  /** The links that are live again, or whose page could be read again. */
  readonly backIds: readonly string[];
  readonly count: number;
  /** The positions of its first event and of the last that changed it. */
  readonly from: number;
  readonly to: number;
  /** When the last link was back; null before. */
  readonly endedAt: string | null;
}

/** The incident that an alert belongs to, and those that it ended. */
export interface IncidentStep {
  readonly joined: Pick<Incident, 'id' | 'startedAt'> | null;
  readonly ended: readonly Pick<Incident, 'id'>[];
}

export const INCIDENT_MS = 60 * 60 * 1000;
/** How many days incidents are kept. */
export const INCIDENT_DAYS = 30;

interface OpenIncident extends Omit<Incident, 'linkIds' | 'backIds' | 'count'> {
  lastAt: string;
  to: number;
  endedAt: string | null;
  readonly links: Set<string>;
  readonly back: Set<string>;
}

/** Puts alerts, oldest first, into incidents. */
export class IncidentLog {
  /** By audience, kind and site, newest first. */
  readonly #ofSite = new Map<string, OpenIncident[]>();
  readonly #ofLink = new Map<string, Set<OpenIncident>>();
  readonly #changed = new Set<OpenIncident>();

  /** @param known the incidents of these audiences so far, in any order. */
  constructor(known: readonly Incident[] = []) {
    for (const { linkIds, backIds, count: _, ...incident } of known.toSorted((one, other) => one.from - other.from)) {
      const open = { ...incident, links: new Set(linkIds), back: new Set(backIds) };
      this.#remember(open);
      for (const linkId of linkIds) this.#rememberLink(linkId, open);
    }
  }

  join(news: AlertNews): IncidentStep {
    const { kind, linkId, site } = news;
    if (linkId === null) return { joined: null, ended: [] };
    // A link whose page was read, whatever is on it, is no longer unclear.
    const settles = (incident: OpenIncident) =>
      kind === 'live' || (incident.kind === 'unclear' && (kind === 'lost' || kind === 'not-found'));
    const ended = [...(this.#ofLink.get(linkId) ?? [])].filter(
      (incident) => incident.endedAt === null && settles(incident) && this.#isEndedBy(incident, linkId, news),
    );
    if ((kind !== 'lost' && kind !== 'unclear') || site === '') return { joined: null, ended };
    const incident = this.#incidentOf(news, kind);
    if (this.#change(incident, news)) {
      incident.links.add(linkId);
      incident.back.delete(linkId);
      incident.lastAt = news.at;
      this.#rememberLink(linkId, incident);
    }
    return { joined: incident, ended };
  }

  /** The incidents that began or changed since this log was made. */
  changed(): readonly Incident[] {
    return [...this.#changed].map(({ links, back, ...incident }) => ({
      ...{ ...incident, linkIds: [...links], backIds: [...back], count: links.size },
    }));
  }

  /** The incident that the alert belongs to: its site's last, or that of an alert that comes again. */
  #incidentOf({ alertId: id, audience, site, at, position }: AlertNews, kind: Incident['kind']): OpenIncident {
    const known = this.#ofSite.get(keyOf({ audience, kind, site }))?.find(({ from }) => from <= position);
    const isOpen =
      known?.endedAt === null
        ? Date.parse(at) - Date.parse(known.startedAt) <= INCIDENT_MS
        : known !== undefined && position <= known.to;
    if (known !== undefined && isOpen) return known;
    const times = { startedAt: at, lastAt: at, endedAt: null, from: position, to: position - 1 };
    const begun = { id, audience, kind, site, ...times, links: new Set<string>(), back: new Set<string>() };
    this.#remember(begun);
    return begun;
  }

  /** Whether this was the incident's last link that was not back. */
  #isEndedBy(incident: OpenIncident, linkId: string, news: AlertNews): boolean {
    if (!this.#change(incident, news)) return false;
    incident.back.add(linkId);
    if (incident.back.size < incident.links.size) return false;
    incident.endedAt = news.at;
    return true;
  }

  /** False for an alert that comes again. */
  #change(incident: OpenIncident, { position }: AlertNews): boolean {
    if (position <= incident.to) return false;
    incident.to = position;
    this.#changed.add(incident);
    return true;
  }

  #remember(incident: OpenIncident): void {
    const key = keyOf(incident);
    this.#ofSite.set(key, [incident, ...(this.#ofSite.get(key) ?? [])]);
  }

  #rememberLink(linkId: string, incident: OpenIncident): void {
    const known = this.#ofLink.get(linkId) ?? new Set();
    this.#ofLink.set(linkId, known.add(incident));
  }
}

function keyOf({ audience, kind, site }: Pick<Incident, 'audience' | 'kind' | 'site'>): string {
  return `${audience} ${kind} ${site}`;
}
