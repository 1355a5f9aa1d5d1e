/** Which links a rule is about: all, a list, or a client, campaign or tag that a search finds. */
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { useClientSearch } from '../links/client-queries.ts';
import { useTags } from '../links/tags/use-tags.ts';
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';
import { useDebouncedValue } from '../platform/timing/use-debounced-value.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { formatWhere, messages, PART_LABELS } from './messages.ts';
import type { RulesOwner } from './rules.ts';
import { Choices } from './Slot.tsx';

/** How long typing rests before names are searched, in milliseconds. */
const TYPING_MS = 200;

/** Campaigns and tags shown at most. */
const MOST = 50;

type Where = AlertRule['where'];

interface WhereMenuProps {
  readonly owner: RulesOwner;
  readonly where: Where;
  /** The clause of `where`. */
  readonly text: string;
  readonly choose: (where: Where) => void;
}

export function WhereMenu({ owner, where, text, choose }: WhereMenuProps) {
  const user = useCurrentUser();
  const [typed, setTyped] = useState('');
  const q = useDebouncedValue(typed.trim(), TYPING_MS);
  const clients = useClientSearch(q, owner?.id);
  const query = { page: '1', pageSize: String(MOST), ...(q !== '' && { q }), ...(owner && { teamId: owner.id }) };
  const campaigns = usePage(pathTo('/api/campaigns', { query }), { keepPreviousData: true });
  const teams = useTeams(owner === null) ?? [];
  const isFound = (name: string) => name.toLocaleLowerCase().includes(q.toLocaleLowerCase());
  const tags = useTags(owner?.id).filter(({ tag }) => isFound(tag));
  const choice = (value: Where, name = '') => ({ value, label: formatWhere(value, name, owner !== null) });
  const lists: readonly ReturnType<typeof choice>[] = [
    choice({ kind: 'everything' }),
    ...(owner === null ? [choice({ kind: 'assigned' }), choice({ kind: 'list', id: `user:${user.id}` })] : []),
    ...(owner === null ? teams.map(({ id, name }) => choice({ kind: 'list', id: `team:${id}` }, name)) : []),
  ];
  const found = [
    ...(q === '' ? lists : lists.filter(({ label }) => isFound(label))),
    ...(clients.data?.rows ?? []).map(({ clientDomain, name }) => choice({ kind: 'client', id: clientDomain }, name)),
    ...(campaigns.data?.rows ?? []).map(({ id, name }) => choice({ kind: 'campaign', id }, name)),
    ...tags.slice(0, MOST).map(({ tag }) => choice({ kind: 'tag', id: tag }, tag)),
  ];
  const isListed = found.some(({ value }) => JSON.stringify(value) === JSON.stringify(where));
  const failure = clients.error ?? campaigns.error;
  return (
    <>
      <OutlinedInput
        fullWidth
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={messages.search}
        slotProps={{ input: { 'aria-label': messages.search } }}
        sx={{ mb: 1 }}
      />
      {failure !== undefined && (
        <Typography variant="body2" role="alert">
          {messages.searchFailed} {failure.message}
        </Typography>
      )}
      {found.length === 0 && <Typography variant="body2">{messages.nothingFound}</Typography>}
      <Choices
        label={PART_LABELS.where}
        choices={isListed ? found : [{ value: where, label: text }, ...found]}
        chosen={where}
        choose={choose}
      />
    </>
  );
}
