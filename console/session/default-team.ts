/** The team that a form proposes for new links (infra/docs/product.md, "New links"). */
import type { ClientInScopeAnswer } from '../../query-service/contract/answers/clients.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { createPersistedStore } from '../platform/store/persisted-store.ts';
import { useTeams, useTeamsFailure } from './my-teams.ts';
import { isAllowed } from './permissions.ts';

/** The team of the last added links; '' for personal links, null before the first. */
const lastTeam = createPersistedStore<string | null>({
  key: 'lastTeam',
  parse: (text) => text,
  serialize: (teamId) => teamId,
});

/** Remembers where links were added; '' for personal links. */
export function rememberTeam(teamId: string): void {
  lastTeam.set(teamId);
}

interface Proposal {
  readonly teams: readonly TeamAnswer[];
  /** What `rememberTeam` was called with last. */
  readonly last: string | null;
  /** The links of the client of the page; none on other pages. */
  readonly client?: readonly Pick<ClientInScopeAnswer, 'teamId' | 'total'>[] | undefined;
}

/**
 * The last team used, otherwise the only team, otherwise the team with most links of the client; '' for none. Only teams
 * in which the person may add links count.
 */
export function proposeTeam({ teams, last, client = [] }: Proposal): string {
  const open = teams.filter((team) => isAllowed('AddLink', team));
  if (last !== null && (last === '' || open.some(({ id }) => id === last))) return last;
  const [only, ...others] = open;
  if (only !== undefined && others.length === 0) return only.id;
  const [most] = client
    .filter(({ teamId }) => open.some(({ id }) => id === teamId))
    .toSorted((one, other) => other.total - one.total);
  return most?.teamId ?? '';
}

/**
 * The team to propose for new links; '' for personal ones, undefined until it is known.
 * @param clientDomain the client of the page; '' on other pages.
 */
export function useDefaultTeam(clientDomain = ''): string | undefined {
  const teams = useTeams();
  const failure = useTeamsFailure();
  const isClientWanted = clientDomain !== '' && lastTeam.get() === null;
  const { data: client, error } = useAnswer(
    isClientWanted ? pathTo('/api/clients/:domain', { params: { domain: clientDomain } }) : null,
  );
  if (failure !== null) return '';
  if (teams === undefined || (isClientWanted && client === undefined && error === undefined)) return undefined;
  return proposeTeam({ teams, last: lastTeam.get(), client: client?.scopes });
}
