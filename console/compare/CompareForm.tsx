/** Chooses the days and the links to compare. Choices apply at once and are part of the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { ChoicesField } from '../ledger/ChoicesField.tsx';
import { DayField } from '../ledger/DayField.tsx';
import { FacetField } from '../ledger/FacetField.tsx';
import { daysToChoose } from '../past/days.ts';
import { CHOICES } from '../past/messages.ts';
import { formatDay } from '../platform/format/dates.ts';
import { useTeams } from '../session/my-teams.ts';
import { TOGGLE_STYLE } from '../ui/layout/toggle-style.ts';
import type { Comparison } from './comparison.ts';
import { format, messages } from './messages.ts';

interface CompareFormProps {
  readonly comparison: Comparison;
  readonly today: string;
  readonly onChange: (change: Partial<Comparison>) => void;
}

interface TeamsFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (teams: readonly string[]) => void;
}

function TeamsField({ chosen, onChange }: TeamsFieldProps) {
  const teams = useTeams() ?? [];
  const names = new Map([[PERSONAL, messages.personal], ...teams.map(({ id, name }) => [id, name] as const)]);
  for (const id of chosen) if (!names.has(id)) names.set(id, messages.unknownTeam);
  if (names.size === 1) return null;
  return (
    <ChoicesField
      label={messages.team}
      all={messages.allTeams}
      names={names}
      chosen={chosen}
      format={(count) => format('chosenTeams', { count })}
      onChange={onChange}
    />
  );
}

export function CompareForm({ comparison, today, onChange }: CompareFormProps) {
  const { view, from, to, teams, client, campaign } = comparison;
  const choices = daysToChoose(Date.parse(today));
  const day = (name: 'from' | 'to', value: string, limits: { min?: string; max?: string }) => (
    <DayField
      label={name === 'from' && view === 'happened' ? messages.after : messages[name]}
      value={value}
      limits={{ max: today, ...limits }}
      onChange={(chosen) => chosen !== '' && onChange({ [name]: chosen })}
    />
  );
  return (
    <Box
      component="section"
      aria-label={messages.choice}
      sx={{ display: 'grid', gap: 1, '@media print': { display: 'none' } }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            md: 'repeat(auto-fit, minmax(180px, 1fr))',
          },
        }}
      >
        {day('from', from, to === '' ? {} : { max: to })}
        {day('to', to === '' ? today : to, { min: from })}
        <FacetField
          facet="clientDomain"
          label={messages.client}
          placeholder={messages.anyClient}
          value={client}
          onChange={(value) => onChange({ client: value })}
        />
        <FacetField
          facet="campaignId"
          label={messages.campaign}
          placeholder={messages.anyCampaign}
          value={campaign}
          onChange={(value) => onChange({ campaign: value })}
        />
        <TeamsField chosen={teams} onChange={(chosen) => onChange({ teams: chosen })} />
      </Box>
      <Box role="group" aria-label={messages.since} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {(['yesterday', 'week', 'month', 'quarter', 'year'] as const).map((name) => (
          <Button
            key={name}
            variant="text"
            size="small"
            title={formatDay(choices[name])}
            aria-pressed={from === choices[name] && to === ''}
            onClick={() => onChange({ from: choices[name], to: '' })}
            sx={TOGGLE_STYLE}
          >
            {CHOICES[name]}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
