/** Narrows the ledger. Choices apply at once and are part of the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { LEDGER_KINDS } from '../../query-service/contract/answers/ledger.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { ChevronDownIcon } from '../ui/layout/icons.tsx';
import { ChoicesField } from './ChoicesField.tsx';
import { DayField } from './DayField.tsx';
import { FacetField } from './FacetField.tsx';
import { hasFilters, type LedgerFilters, NO_FILTERS } from './ledger-filters.ts';
import { format, KIND_LABELS, messages, SYSTEM_LABELS } from './messages.ts';
import { SELECT_STYLE } from './select-style.ts';

type ChangeFilters = (change: Partial<LedgerFilters>) => void;

/** The people of the reader's teams, and the parts of the system. */
function usePeople(chosen: string): readonly (readonly [id: string, name: string])[] {
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
  return [...people];
}

interface LedgerFilterBarProps {
  readonly filters: LedgerFilters;
  readonly onChange: ChangeFilters;
  /** The chosen link in words. */
  readonly linkName: string;
}

const KIND_NAMES = new Map(LEDGER_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const));

export function LedgerFilterBar({ filters, onChange, linkName }: LedgerFilterBarProps) {
  const { kinds, person, client, site, campaign, linkId, from, to } = filters;
  const people = usePeople(person);
  const day = (name: 'from' | 'to', limits: { min?: string; max?: string }) => (
    <DayField
      label={messages[name]}
      value={filters[name]}
      limits={limits}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <Box
      component="section"
      aria-label={messages.filters}
      sx={{ display: 'grid', gap: 1, '@media print': { display: 'none' } }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            md: 'repeat(3, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          },
        }}
      >
        <ChoicesField
          label={messages.kinds}
          all={messages.allKinds}
          names={KIND_NAMES}
          chosen={kinds}
          format={(count) => format('kindsChosen', { count })}
          onChange={(chosen) => onChange({ kinds: chosen })}
        />
        <Select
          displayEmpty
          value={person}
          onChange={({ target }) => onChange({ person: target.value })}
          slotProps={{ input: { 'aria-label': messages.person } }}
          IconComponent={ChevronDownIcon}
          sx={SELECT_STYLE}
        >
          <MenuItem value="">{messages.everybody}</MenuItem>
          {people.map(([id, name]) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </Select>
        <FacetField
          facet="clientDomain"
          label={messages.client}
          placeholder={messages.anyClient}
          value={client}
          onChange={(value) => onChange({ client: value })}
        />
        <FacetField
          facet="publisher"
          label={messages.site}
          placeholder={messages.anySite}
          value={site}
          onChange={(value) => onChange({ site: value })}
        />
        <FacetField
          facet="campaignId"
          label={messages.campaign}
          placeholder={messages.anyCampaign}
          value={campaign}
          onChange={(value) => onChange({ campaign: value })}
        />
        {day('from', to === '' ? {} : { max: to })}
        {day('to', from === '' ? {} : { min: from })}
      </Box>
      {hasFilters(filters) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {linkId !== '' && (
            <Chip
              size="small"
              label={format('filterLink', { link: linkName })}
              onDelete={() => onChange({ linkId: '' })}
              sx={{ maxWidth: 1 }}
            />
          )}
          <Button size="small" onClick={() => onChange(NO_FILTERS)}>
            {messages.clear}
          </Button>
        </Box>
      )}
    </Box>
  );
}
