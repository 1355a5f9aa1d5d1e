/** The parts of a rule's sentence that name people, channels and links: whom it tells, and about which links. */
import { useState } from 'react';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import type { AlertRuleAnswer } from '../../query-service/contract/answers/alert-rules.ts';
import { campaignUrl } from '../campaigns/queries.ts';
import { useClient, useClientSearch } from '../links/client-queries.ts';
import { useTags } from '../links/tags/use-tags.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer, usePage } from '../platform/api/use-answer.ts';
import { useDebouncedValue } from '../platform/timing/use-debounced-value.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { peopleOf } from '../teams/queries.ts';
import { isEqualJson } from '../ui/forms/drafts.ts';
import { displayNameOf } from '../users/display-name.ts';
import { format, messages } from './messages.ts';
import type { Part } from './parts.ts';
import type { RulesOwner } from './rules.ts';

/** A rule of the list, or one that is edited. */
export type ShownRule = AlertRule & Partial<Pick<AlertRuleAnswer, 'missing'>>;

const UNKNOWN = '…';
/** How long typing rests before names are searched, in milliseconds. */
const TYPING_MS = 200;
/** Campaigns and tags shown at most. */
const MOST = 50;

/** 'Email Ann Lee', 'Send to #seo'. */
export function useReceiverPart({ to, missing }: ShownRule, owner: RulesOwner): Part {
  const { data: channels = [] } = useAnswer(owner && pathTo('/api/channels', { query: { teamId: owner.id } }));
  const people = owner === null ? [] : peopleOf(owner);
  const all = [
    ...people.map((person) => ({ kind: 'member', id: person.id, name: displayNameOf(person) }) as const),
    ...channels.map(({ id, name }) => ({ kind: 'channel', id, name }) as const),
  ];
  const choices = all.map(({ kind, id, name }) => ({
    id,
    label: format(`to.${kind}`, { name }),
    isOn: to.kind === kind && to.id === id,
    change: { to: { kind, id } },
  }));
  const unnamed = format(`to.${to.kind}`, { name: missing == null ? UNKNOWN : messages.gone });
  return { text: choices.find(({ isOn }) => isOn)?.label ?? unnamed, choices };
}

/** 'in links of the client Harbour & Pine'. */
function formatWhere(where: AlertRule['where'], name: string, owner: RulesOwner): string {
  if (where.kind === 'everything') return messages[owner === null ? 'where.everything' : 'where.team'];
  if (where.kind === 'list' && where.id.startsWith('user:')) return messages['where.mine'];
  return format(`where.${where.kind}`, { name });
}

/** The clause of the links that a rule is about. */
export function useWhere({ where, missing }: ShownRule, owner: RulesOwner): string {
  const id = 'id' in where ? where.id : '';
  const isGone = missing === where.kind;
  const client = useClient(where.kind === 'client' && !isGone ? id : '').data?.name;
  const campaign = useAnswer(where.kind === 'campaign' && !isGone ? campaignUrl(id) : null).data?.name;
  const team = useTeams(where.kind === 'list')?.find((each) => `team:${each.id}` === id)?.name;
  const unnamed = where.kind === 'client' || where.kind === 'tag' ? id : isGone ? messages.gone : UNKNOWN;
  return formatWhere(where, client ?? campaign ?? team ?? unnamed, owner);
}

/** The links that a rule can be about: all, those of a list, and clients, campaigns and tags that a search finds. */
export function useWhereSearch({ where }: AlertRule, owner: RulesOwner) {
  const user = useCurrentUser();
  const [typed, setTyped] = useState('');
  const q = useDebouncedValue(typed.trim(), TYPING_MS);
  const query = { page: '1', pageSize: String(MOST), ...(q !== '' && { q }), ...(owner && { teamId: owner.id }) };
  const clients = useClientSearch(q, owner?.id);
  const campaigns = usePage(pathTo('/api/campaigns', { query }), { keepPreviousData: true });
  const teams = useTeams(owner === null) ?? [];
  const isFound = (name: string) => name.toLocaleLowerCase().includes(q.toLocaleLowerCase());
  const choice = (to: AlertRule['where'], name = '') => ({
    id: JSON.stringify(to),
    label: formatWhere(to, name, owner),
    isOn: isEqualJson(to, where),
    change: { where: to },
  });
  const own = [
    choice({ kind: 'assigned' }),
    choice({ kind: 'list', id: `user:${user.id}` }),
    ...teams.map(({ id, name }) => choice({ kind: 'list', id: `team:${id}` }, name)),
  ];
  const lists = [choice({ kind: 'everything' }), ...(owner === null ? own : [])];
  const tags = useTags(owner?.id).filter(({ tag }) => isFound(tag));
  const choices = [
    ...lists.filter(({ label }) => isFound(label)),
    ...(clients.data?.rows ?? []).map(({ clientDomain, name }) => choice({ kind: 'client', id: clientDomain }, name)),
    ...(campaigns.data?.rows ?? []).map(({ id, name }) => choice({ kind: 'campaign', id }, name)),
    ...tags.slice(0, MOST).map(({ tag }) => choice({ kind: 'tag', id: tag }, tag)),
  ];
  return { typed, setTyped, choices, error: clients.error ?? campaigns.error };
}
