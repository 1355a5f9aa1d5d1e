/** What applies to all rows of an import: team, campaign, terms, tags, client, currency, the order of days, the sheet. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import ToggleButton from '@mui/material/ToggleButton';
import { useId } from 'react';
import { CURRENCIES } from '../../../command-service/contract/money.ts';
import { DATE_ORDERS } from '../../../command-service/model/import/commands.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer, usePage } from '../../platform/api/use-answer.ts';
import { useTeams } from '../../session/my-teams.ts';
import { teamChoice } from '../../session/permissions.ts';
import { OneOf } from '../../ui/fields/SelectField.tsx';
import { Label } from '../../ui/fields/TextField.tsx';
import { CalendarIcon } from '../../ui/layout/icons.tsx';
import { TagInput } from '../tags/TagInput.tsx';
import { TemplateMenu, useTemplates } from '../terms/TemplateMenu.tsx';
import { changeSettings, chooseSheet, type ImportDraft } from './import-store.ts';
import { format, formatOrder, messages } from './messages.ts';

interface SettingsProps {
  readonly importing: ImportDraft;
  readonly disabled: boolean;
}

function TeamChoice({ importing: { teamId }, disabled }: SettingsProps) {
  const teams = useTeams() ?? [];
  return (
    <OneOf
      label={messages.team}
      value={teams.some((team) => team.id === teamId) ? teamId : ''}
      choices={[{ value: '', label: messages.noTeam }, ...teams.map((team) => teamChoice('AddLink', team))]}
      choose={(team) => changeSettings({ teamId: team, campaignId: '', templateId: null })}
      problem={undefined}
      disabled={disabled}
    />
  );
}

/** The campaigns of the chosen team; nothing if it has none. */
function CampaignChoice({ importing: { teamId, campaignId }, disabled }: SettingsProps) {
  const { data } = usePage(teamId === '' ? null : pathTo('/api/campaigns'));
  const campaigns = data?.rows.filter((campaign) => campaign.teamId === teamId) ?? [];
  if (campaigns.length === 0) return null;
  return (
    <OneOf
      label={messages.campaign}
      value={campaigns.some(({ id }) => id === campaignId) ? campaignId : ''}
      choices={[{ id: '', name: messages.noCampaign }, ...campaigns].map(({ id, name }) => ({
        value: id,
        label: name,
      }))}
      choose={(campaign) => changeSettings({ campaignId: campaign, templateId: null })}
      problem={undefined}
      hint={campaignId === '' ? undefined : messages.campaignHint}
      disabled={disabled}
    />
  );
}

/** The template whose terms all links get, of those of their list. */
function TemplateChoice({ importing, disabled }: SettingsProps) {
  const { teamId, campaignId, templateId, problem } = importing;
  const campaign = useAnswer(campaignId === '' ? null : pathTo('/api/campaigns/:id', { params: { id: campaignId } }));
  const templates = useTemplates(campaignId === '' ? teamId || null : campaign.data?.teamId);
  const usual = templates?.find(({ id }) => id === campaign.data?.templateId)?.id ?? '';
  return (
    <TemplateMenu
      label={messages.template}
      templates={templates}
      value={templateId ?? usual}
      choose={(id) => changeSettings({ templateId: id })}
      problem={problem?.fields.templateId}
      disabled={disabled}
    />
  );
}

/** Asked for if a price of the file names no currency. */
function CurrencyChoice({ importing: { currency, found }, disabled }: SettingsProps) {
  if (currency === '' && !found?.lacksCurrency) return null;
  return (
    <OneOf
      label={messages.currency}
      value={currency}
      choices={['', ...CURRENCIES].map((code) => ({ value: code, label: code || messages.noCurrency }))}
      choose={(code) => changeSettings({ currency: code })}
      problem={undefined}
      hint={messages.currencyHint}
      disabled={disabled}
    />
  );
}

interface WholeFileProps extends SettingsProps {
  /** Whether the page fixes the team and the campaign. */
  readonly isTeamFixed: boolean;
  readonly isCampaignFixed: boolean;
}

/** Team, campaign, terms and tags of all links. */
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
      <TemplateChoice {...settings} />
      <CurrencyChoice {...settings} />
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
    <OneOf
      label={messages.sheet}
      value={sheet ?? ''}
      choices={sheets.map((name) => ({ value: name, label: name }))}
      choose={chooseSheet}
      problem={undefined}
      disabled={disabled}
    />
  );
}
