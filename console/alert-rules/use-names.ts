/** The names of what a rule only has the id of. */
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { campaignUrl } from '../campaigns/queries.ts';
import { useClient } from '../links/client-queries.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useTeams } from '../session/my-teams.ts';
import { peopleOf } from '../teams/queries.ts';
import { displayNameOf } from '../users/display-name.ts';
import { format, formatWhere, messages } from './messages.ts';
import type { RuleAnswer, RulesOwner } from './rules.ts';

type Shown = AlertRule & Partial<Pick<RuleAnswer, 'missing'>>;

const UNKNOWN = '…';

/** Everybody whom a rule can tell, each with its clause. */
export function useReceivers(owner: RulesOwner) {
  const { data: channels } = useAnswer(
    owner === null ? null : pathTo('/api/channels', { query: { teamId: owner.id } }),
  );
  if (owner === null) return [{ value: { kind: 'me' } as const, label: messages['to.me'] }];
  const people = peopleOf(owner).map((person) => ({
    value: { kind: 'member', id: person.id } as const,
    label: format('to.member', { name: displayNameOf(person) }),
  }));
  const places = (channels ?? []).map(({ id, name }) => ({
    value: { kind: 'channel', id } as const,
    label: format('to.channel', { name }),
  }));
  return [...people, ...places];
}

/** 'Email Ann Lee', 'Send to #seo'. */
export function useReceiver({ to, missing }: Shown, owner: RulesOwner): string {
  const all = useReceivers(owner);
  const found = all.find(
    ({ value }) => value.kind === to.kind && (!('id' in value && 'id' in to) || value.id === to.id),
  );
  return found?.label ?? format(`to.${to.kind}`, { name: missing == null ? UNKNOWN : messages.gone });
}

/** 'in the campaign Spring'. */
export function useWhere({ where, missing = null }: Shown, owner: RulesOwner): string {
  const id = 'id' in where ? where.id : '';
  const isGone = missing === where.kind;
  const client = useClient(where.kind === 'client' && !isGone ? id : '').data?.name;
  const campaign = useAnswer(where.kind === 'campaign' && !isGone ? campaignUrl(id) : null).data?.name;
  const team = useTeams(where.kind === 'list')?.find((each) => `team:${each.id}` === id)?.name;
  const unnamed = where.kind === 'client' || where.kind === 'tag' ? id : isGone ? messages.gone : UNKNOWN;
  return formatWhere(where, client ?? campaign ?? team ?? unnamed, owner !== null);
}
