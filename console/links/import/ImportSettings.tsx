/** What applies to all rows of an import: team, campaign, tags, client, the order of days, the sheet. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import { type ReactNode, useId } from 'react';
import { DATE_ORDERS } from '../../../command-service/model/import/commands.ts';
import { pathTo } from '../../platform/api/client.ts';
import { usePage } from '../../platform/api/use-answer.ts';
import { useTeams } from '../../session/my-teams.ts';
import { teamChoice } from '../../session/permissions.ts';
import { Label } from '../../ui/fields/TextField.tsx';
import { CalendarIcon, ChevronDownIcon } from '../../ui/layout/icons.tsx';
import { TagInput } from '../tags/TagInput.tsx';
import { changeSettings, chooseSheet, type ImportDraft } from './import-store.ts';
import { format, formatOrder, messages } from './messages.ts';

interface SettingsProps {
  readonly importing: ImportDraft;
  readonly disabled: boolean;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly hint?: string;
  readonly choose: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, disabled, hint, choose, children }: ChoiceProps) {
  const id = useId();
  return (
    <FormControl fullWidth disabled={disabled} sx={{ minWidth: 0 }}>
      <Label id={id}>{label}</Label>
      <Select
        labelId={id}
        value={value}
        onChange={(event) => choose(event.target.value)}
        displayEmpty
        IconComponent={ChevronDownIcon}
        {...(hint === undefined ? {} : { inputProps: { 'aria-describedby': `${id}-hint` } })}
      >
        {children}
      </Select>
      {hint !== undefined && <FormHelperText id={`${id}-hint`}>{hint}</FormHelperText>}
    </FormControl>
  );
}

function TeamChoice({ importing: { teamId }, disabled }: SettingsProps) {
  const teams = useTeams() ?? [];
  return (
    <Choice
      label={messages.team}
      value={teams.some((team) => team.id === teamId) ? teamId : ''}
      disabled={disabled}
      choose={(team) => changeSettings({ teamId: team, campaignId: '' })}
    >
      <MenuItem value="">{messages.noTeam}</MenuItem>
      {teams
        .map((team) => teamChoice('AddLink', team))
        .map(({ value, label, disabled: isDenied }) => (
          <MenuItem key={value} value={value} disabled={isDenied}>
            {label}
          </MenuItem>
        ))}
    </Choice>
  );
}

/** The campaigns of the chosen team; nothing if it has none. */
function CampaignChoice({ importing: { teamId, campaignId }, disabled }: SettingsProps) {
  const { data } = usePage(teamId === '' ? null : pathTo('/api/campaigns'));
  const campaigns = data?.rows.filter((campaign) => campaign.teamId === teamId) ?? [];
  if (campaigns.length === 0) return null;
  return (
    <Choice
      label={messages.campaign}
      value={campaigns.some(({ id }) => id === campaignId) ? campaignId : ''}
      disabled={disabled}
      {...(campaignId === '' ? {} : { hint: messages.campaignHint })}
      choose={(campaign) => changeSettings({ campaignId: campaign })}
    >
      <MenuItem value="">{messages.noCampaign}</MenuItem>
      {campaigns.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </Choice>
  );
}

interface WholeFileProps extends SettingsProps {
  /** Whether the page fixes the team and the campaign. */
  readonly isTeamFixed: boolean;
  readonly isCampaignFixed: boolean;
}

/** Team, campaign and tags of all links. */
export function WholeFile({ isTeamFixed, isCampaignFixed, ...settings }: WholeFileProps) {
  const { importing, disabled } = settings;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(180px, 1fr))' },
      }}
    >
      {!(isTeamFixed || isCampaignFixed) && <TeamChoice {...settings} />}
      {!isCampaignFixed && <CampaignChoice {...settings} />}
      <TagInput
        label={messages.tags}
        tags={importing.tags}
        choose={(tags) => changeSettings({ tags })}
        teamId={importing.teamId}
        disabled={disabled}
        problem={importing.problem?.fields.tags}
      />
    </Box>
  );
}

interface ClientLinkFieldProps extends SettingsProps {
  readonly label: string;
  readonly hint: string;
}

/** The client URL of all rows. */
export function ClientLinkField({ importing, disabled, label, hint }: ClientLinkFieldProps) {
  const id = useId();
  const problem = importing.problem?.fields.clientLink;
  return (
    <FormControl fullWidth disabled={disabled} error={problem !== undefined}>
      <Label htmlFor={id}>{label}</Label>
      <OutlinedInput
        id={id}
        value={importing.clientLink}
        onChange={(event) => changeSettings({ clientLink: event.target.value })}
        placeholder="https://client.example/page"
        inputProps={{ 'aria-describedby': `${id}-note`, inputMode: 'url', autoComplete: 'off', dir: 'auto' }}
      />
      <FormHelperText id={`${id}-note`}>{problem ?? hint}</FormHelperText>
    </FormControl>
  );
}

/** Asks how to read the file's days, if they can be read in two ways. */
export function DateOrderChoice({ importing: { ambiguousDate, dateOrder, found }, disabled }: SettingsProps) {
  const id = useId();
  if (ambiguousDate === null) return null;
  return (
    <Alert severity="info" variant="outlined" icon={<CalendarIcon />}>
      <Box id={id} sx={{ mb: 1, fontWeight: 500 }}>
        {format('dateOrder', { day: ambiguousDate })}
      </Box>
      <Box role="group" aria-labelledby={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {DATE_ORDERS.map((order) => (
          <ToggleButton
            key={order}
            value={order}
            size="small"
            color="primary"
            disabled={disabled}
            selected={order === (dateOrder ?? found?.dateOrder)}
            onClick={() => changeSettings({ dateOrder: order })}
            sx={{ px: 2, textTransform: 'none' }}
          >
            {formatOrder(ambiguousDate, order)}
          </ToggleButton>
        ))}
      </Box>
    </Alert>
  );
}

/** The sheet of a workbook that has several. */
export function SheetChoice({ importing: { sheets, sheet }, disabled }: SettingsProps) {
  if (sheets.length < 2) return null;
  return (
    <Choice label={messages.sheet} value={sheet ?? ''} disabled={disabled} choose={chooseSheet}>
      {sheets.map((name) => (
        <MenuItem key={name} value={name}>
          {name}
        </MenuItem>
      ))}
    </Choice>
  );
}
