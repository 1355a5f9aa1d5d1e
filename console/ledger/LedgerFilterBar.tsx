/** Narrows the ledger: the chosen filters as chips, and a menu that adds filters. Choices are part of the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { type ReactNode, useState } from 'react';
import { LEDGER_KINDS } from '../../query-service/contract/answers/ledger.ts';
import { useClient } from '../links/client-queries.ts';
import { formatDay } from '../platform/format/dates.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { PopoverDialog } from '../ui/dialogs/PopoverDialog.tsx';
import { OneOf } from '../ui/fields/SelectField.tsx';
import { Label } from '../ui/fields/TextField.tsx';
import { CheckIcon, FilterIcon } from '../ui/layout/icons.tsx';
import { FilterChip } from '../ui/lists/FilterChip.tsx';
import { ChoicesField } from './ChoicesField.tsx';
import { DayField } from './DayField.tsx';
import { FacetField, useCampaignName } from './FacetField.tsx';
import { hasFilters, type LedgerFilters, NO_FILTERS } from './ledger-filters.ts';
import { format, KIND_LABELS, messages, SYSTEM_LABELS } from './messages.ts';

type ChangeFilters = (change: Partial<LedgerFilters>) => void;

/** The names of the people in the reader's teams, and of the parts of the system, by id. */
function usePeople(chosen: string): ReadonlyMap<string, string> {
  const reader = useCurrentUser();
  const teams = useTeams() ?? [];
  const people = new Map<string, string>([[reader.id, messages.you]]);
  for (const { ownerId, owner, members } of teams) {
    for (const { userId, name } of members) if (!people.has(userId)) people.set(userId, name);
    const ownerName = `${owner.firstName} ${owner.lastName}`.trim() || owner.email;
    if (!people.has(ownerId)) people.set(ownerId, ownerName);
  }
  for (const [id, name] of Object.entries(SYSTEM_LABELS)) people.set(id, name);
  if (chosen !== '' && !people.has(chosen)) people.set(chosen, messages.unknown);
  return people;
}

interface FieldsProps {
  readonly filters: LedgerFilters;
  readonly onChange: ChangeFilters;
  readonly people: ReadonlyMap<string, string>;
}

const KIND_NAMES = new Map(LEDGER_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const));

function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', minWidth: 0 }}>
      <Label>{label}</Label>
      {children}
    </Box>
  );
}

/** The fields of the menu: a choice applies at once. */
function Fields({ filters, onChange, people }: FieldsProps) {
  const { kinds, person, client, site, campaign, from, to } = filters;
  const facets = [
    ['clientDomain', 'client', client, messages.anyClient],
    ['publisher', 'site', site, messages.anySite],
    ['campaignId', 'campaign', campaign, messages.anyCampaign],
  ] as const;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, p: 2, width: 'min(340px, calc(100vw - 32px))' }}>
      <Labeled label={messages.kinds}>
        <ChoicesField
          label={messages.kinds}
          all={messages.allKinds}
          names={KIND_NAMES}
          chosen={kinds}
          format={(count) => format('kindsChosen', { count })}
          onChange={(chosen) => onChange({ kinds: chosen })}
        />
      </Labeled>
      <OneOf
        label={messages.person}
        value={person}
        choices={[{ value: '', label: messages.everybody }, ...[...people].map(([value, label]) => ({ value, label }))]}
        choose={(chosen) => onChange({ person: chosen })}
        problem={undefined}
      />
      {facets.map(([facet, name, value, placeholder]) => (
        <Labeled key={name} label={messages[name]}>
          <FacetField
            facet={facet}
            label={messages[name]}
            placeholder={placeholder}
            value={value}
            onChange={(chosen) => onChange({ [name]: chosen })}
          />
        </Labeled>
      ))}
      <DayField
        label={messages.from}
        value={from}
        limits={to === '' ? {} : { max: to }}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        label={messages.to}
        value={to}
        limits={from === '' ? {} : { min: from }}
        onChange={(day) => onChange({ to: day })}
      />
    </Box>
  );
}

interface LedgerFilterBarProps {
  readonly filters: LedgerFilters;
  readonly onChange: ChangeFilters;
  /** The chosen link in words. */
  readonly linkName: string;
}

export function LedgerFilterBar({ filters, onChange, linkName }: LedgerFilterBarProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const people = usePeople(filters.person);
  const campaignName = useCampaignName(filters.campaign);
  const { data: client } = useClient(filters.client);
  const named = (name: 'person' | 'client' | 'site' | 'campaign' | 'from' | 'to', value: string) =>
    filters[name] === ''
      ? []
      : [{ label: format('filterPair', { name: messages[name], value }), without: { [name]: '' } }];
  const chips: readonly { readonly label: string; readonly without: Partial<LedgerFilters> }[] = [
    ...filters.kinds.map((kind) => ({
      label: KIND_LABELS[kind],
      without: { kinds: filters.kinds.filter((each) => each !== kind) },
    })),
    ...named('person', people.get(filters.person) ?? ''),
    ...named('client', client?.name ?? filters.client),
    ...named('site', filters.site),
    ...named('campaign', campaignName),
    ...named('from', filters.from && formatDay(filters.from)),
    ...named('to', filters.to && formatDay(filters.to)),
    ...(filters.linkId === '' ? [] : [{ label: format('filterLink', { link: linkName }), without: { linkId: '' } }]),
  ];
  const isPeopleOnly = filters.people !== '';
  return (
    <Box
      component="section"
      aria-label={messages.filters}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, '@media print': { display: 'none' } }}
    >
      <Button
        size="small"
        variant="text"
        startIcon={<FilterIcon aria-hidden />}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ ml: -1, color: 'text.secondary' }}
      >
        {messages.addFilter}
      </Button>
      <Chip
        size="small"
        variant={isPeopleOnly ? 'filled' : 'outlined'}
        label={messages.peopleOnly}
        aria-pressed={isPeopleOnly}
        {...(isPeopleOnly && { icon: <CheckIcon aria-hidden /> })}
        onClick={() => onChange({ people: isPeopleOnly ? '' : 'true' })}
        sx={{ borderColor: 'divider' }}
      />
      {chips.map(({ label, without }) => (
        <FilterChip key={label} label={label} onRemove={() => onChange(without)} />
      ))}
      {hasFilters(filters) && (
        <Button size="small" variant="text" onClick={() => onChange(NO_FILTERS)} sx={{ color: 'text.secondary' }}>
          {messages.clear}
        </Button>
      )}
      <PopoverDialog anchor={anchor} onClose={() => setAnchor(null)} aria-label={messages.addFilter}>
        <Fields filters={filters} onChange={onChange} people={people} />
      </PopoverDialog>
    </Box>
  );
}
