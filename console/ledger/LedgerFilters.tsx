/** Narrows the ledger. Choices apply at once and are part of the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { LEDGER_KINDS } from '../../query-service/contract/answers/ledger.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { FacetField } from './FacetField.tsx';
import { hasFilters, type LedgerFilters, NO_FILTERS } from './ledger-filters.ts';
import { formatKinds, formatLinkFilter, KIND_LABELS, messages, SYSTEM_LABELS } from './messages.ts';

type Change = (change: Partial<LedgerFilters>) => void;

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

interface FiltersProps {
  readonly filters: LedgerFilters;
  readonly onChange: Change;
  /** The chosen link in words. */
  readonly linkName: string;
}

const SELECT = { minWidth: 0, '& .MuiSelect-select': { py: '6px', pl: 1.25, fontSize: '0.8125rem' } } as const;

export function Filters({ filters, onChange, linkName }: FiltersProps) {
  const { kinds, person, client, site, campaign, linkId, from, to } = filters;
  const people = usePeople(person);
  const day = (name: 'from' | 'to', limits: { min?: string; max?: string }) => (
    <OutlinedInput
      type="date"
      startAdornment={
        <Box component="span" aria-hidden sx={{ pl: 1.25, fontSize: '0.8125rem', color: 'text.secondary' }}>
          {messages[name]}
        </Box>
      }
      value={filters[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      slotProps={{ input: { 'aria-label': messages[name], ...limits } }}
      sx={{ minWidth: 0, pl: 0, '& input': { py: '6px', px: 1, minWidth: 0, fontSize: '0.8125rem' } }}
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
        <Select
          multiple
          displayEmpty
          value={[...kinds]}
          onChange={({ target }) => {
            const named = [target.value].flat();
            onChange({ kinds: LEDGER_KINDS.filter((kind) => named.includes(kind)) });
          }}
          renderValue={([first, ...others]) =>
            first === undefined
              ? messages.allKinds
              : others.length === 0
                ? KIND_LABELS[first]
                : formatKinds(kinds.length)
          }
          slotProps={{ input: { 'aria-label': messages.kinds } }}
          IconComponent={ChevronDownIcon}
          sx={SELECT}
        >
          {LEDGER_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind} sx={{ gap: 1, fontSize: '0.8125rem' }}>
              <Checkbox size="small" checked={kinds.includes(kind)} tabIndex={-1} sx={{ p: 0 }} />
              {KIND_LABELS[kind]}
            </MenuItem>
          ))}
        </Select>
        <Select
          displayEmpty
          value={person}
          onChange={({ target }) => onChange({ person: target.value })}
          slotProps={{ input: { 'aria-label': messages.person } }}
          IconComponent={ChevronDownIcon}
          sx={SELECT}
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
              label={formatLinkFilter(linkName)}
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
