/** The page that compares two moments, and what its address names. Pure. */
import { campaignIdFromPath, clientFromPath, teamIdFromPath } from '../platform/address/page-paths.ts';

interface ComparedMoments {
  /** A day, an instant or a position. */
  readonly from: string;
  /** Default: now. */
  readonly to?: string;
  readonly client?: string | null | undefined;
  readonly campaign?: string | null | undefined;
  /** Team ids, or `personal`; default: all teams. */
  readonly teams?: readonly string[];
  /** Shows how both moments differ; default: what happened between them. */
  readonly view?: 'days';
}

export function comparePath({ from, to = '', client, campaign, teams = [], view }: ComparedMoments): string {
  const named = { from, to, client: client ?? '', campaign: campaign ?? '', team: teams.join(), view: view ?? '' };
  return `/compare?${new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ''))}`;
}

/** What a page is about: its client, campaign or team. */
export function comparedAt(pathname: string): Pick<ComparedMoments, 'client' | 'campaign' | 'teams'> {
  const team = teamIdFromPath(pathname);
  return {
    client: clientFromPath(pathname),
    campaign: campaignIdFromPath(pathname),
    teams: team === null ? [] : [team],
  };
}
