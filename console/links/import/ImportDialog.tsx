/** The Import Links dialog: a file, the meaning of its columns, a preview, the import. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useRef } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { formatLinks } from '../../platform/format/counts.ts';
import { useDefaultTeam } from '../../session/default-team.ts';
import { useTeams } from '../../session/my-teams.ts';
import { isAllowed } from '../../session/permissions.ts';
import { Label } from '../../ui/forms/TextField.tsx';
import { AlertIcon, ChevronDownIcon } from '../../ui/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { FailedRows } from './FailedRows.tsx';
import { FileField } from './FileField.tsx';
import {
  changeSettings,
  check,
  chooseColumn,
  chooseFile,
  type ImportState,
  importFile,
  removeFile,
  setDestination,
  undoImport,
  useImport,
} from './import-store.ts';
import { formatDuplicates, formatImport, messages } from './messages.ts';

function TeamChoice({ teamId, disabled }: { teamId: string; disabled: boolean }) {
  const id = useId();
  const teams = useTeams() ?? [];
  return (
    <FormControl fullWidth disabled={disabled}>
      <Label id={id}>{messages.team}</Label>
      <Select
        labelId={id}
        value={teams.some((team) => team.id === teamId) ? teamId : ''}
        onChange={(event) => changeSettings({ teamId: event.target.value })}
        displayEmpty
        IconComponent={ChevronDownIcon}
      >
        <MenuItem value="">{messages.noTeam}</MenuItem>
        {teams.map((team) => (
          <MenuItem key={team.id} value={team.id} disabled={!isAllowed('AddLink', team)}>
            {isAllowed('AddLink', team) ? team.name : `${team.name} (${messages.viewOnlyTeam})`}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}

/** The client URL of all rows, for files without such a column. */
function ClientLinkField({ importing, disabled }: { importing: ImportState; disabled: boolean }) {
  const id = useId();
  const problem = importing.problem?.fields.clientLink;
  return (
    <FormControl fullWidth disabled={disabled} error={problem !== undefined}>
      <Label htmlFor={id}>{messages.clientLink}</Label>
      <OutlinedInput
        id={id}
        type="url"
        value={importing.clientLink}
        onChange={(event) => changeSettings({ clientLink: event.target.value })}
        placeholder="https://"
        inputProps={{ 'aria-describedby': `${id}-note` }}
      />
      <FormHelperText id={`${id}-note`}>{problem ?? messages.clientLinkHint}</FormHelperText>
    </FormControl>
  );
}

function Progress({ importing: { phase, sent } }: { importing: ImportState }) {
  const id = useId();
  const adding = phase === 'importing';
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.5 }}>
        <Typography variant="body2" id={id}>
          {adding ? messages.importing : messages.checking}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }} aria-hidden>
          {Math.floor(sent * 100)} %
        </Typography>
      </Box>
      <LinearProgress
        aria-labelledby={id}
        // The server reads the file while it arrives: once all is sent, only the last rows remain.
        {...(sent < 1 ? { variant: 'determinate', value: sent * 100 } : {})}
      />
      {adding && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {messages.goesOn}
        </Typography>
      )}
    </Box>
  );
}

/** The counts of the preview or the result. */
function Counts({ importing: { phase, found, result } }: { importing: ImportState }) {
  const answer = result ?? found;
  if (answer === null) return null;
  const { imported, duplicates, message } = answer;
  return (
    <Box role="status">
      <Typography sx={{ fontWeight: 500 }}>
        {phase === 'imported' ? message : imported === 0 ? messages.nothingToAdd : `${formatLinks(imported)} to add`}
      </Typography>
      {duplicates > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatDuplicates(duplicates)}
        </Typography>
      )}
    </Box>
  );
}

interface ImportDialogProps {
  /** The team of the imported links; null: to be chosen. */
  readonly teamId: string | null;
  /** The campaign of the imported links, whose team they get. */
  readonly campaignId: string | null;
}

export function ImportDialog({ teamId, campaignId }: ImportDialogProps) {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const importing = useImport();
  const usualTeam = useDefaultTeam();
  const { file, phase, found, result, problem, sent } = importing;
  const answer = result ?? found;
  const busy = phase === 'checking' || phase === 'importing';
  const mounted = useRef(false);
  const leave = () => close('dialog');

  useEffect(() => {
    mounted.current = true;
    setDestination(teamId, campaignId, usualTeam);
    return () => {
      mounted.current = false;
    };
  }, [teamId, campaignId, usualTeam]);

  const start = async () => {
    const clean = await importFile();
    if (clean && mounted.current) leave();
  };
  const withoutTarget = found !== null && !found.columns.some(({ field }) => field === 'clientLink');
  const wrong = problem !== null && problem.fields.clientLink === undefined ? problem.message : null;
  const unread = answer?.problem ?? null;

  return (
    <Dialog open onClose={leave} fullWidth maxWidth="md" fullScreen={small} aria-labelledby="import-title">
      <DialogTitle id="import-title">{messages.importTitle}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <FileField file={file} disabled={phase === 'importing'} choose={chooseFile} />
        {teamId === null && campaignId === null && phase !== 'imported' && (
          <TeamChoice teamId={importing.teamId} disabled={phase === 'importing'} />
        )}
        {busy && <Progress importing={importing} />}
        {wrong !== null && (
          <Alert
            severity="error"
            variant="outlined"
            icon={<AlertIcon />}
            action={
              problem?.of != null && (
                <Button size="small" onClick={() => void (problem.of === 'import' ? start() : check())}>
                  {common.retry}
                </Button>
              )
            }
          >
            {wrong}
          </Alert>
        )}
        {unread !== null && phase !== 'importing' && (
          <Alert severity="warning" variant="outlined" icon={<AlertIcon />}>
            {unread}
          </Alert>
        )}
        {!busy && problem === null && <Counts importing={importing} />}
        {phase !== 'imported' && withoutTarget && (
          <ClientLinkField importing={importing} disabled={phase === 'importing'} />
        )}
        {phase !== 'imported' && found !== null && (
          <ColumnMapping
            found={found}
            chosen={importing.columns}
            disabled={phase === 'importing'}
            choose={chooseColumn}
          />
        )}
        {!busy && answer !== null && answer.failed > 0 && <FailedRows answer={answer} fileName={file?.name ?? ''} />}
      </DialogContent>
      <DialogActions>
        {result !== null && result.imported > 0 && (
          <Button
            variant="text"
            sx={{ mr: 'auto', ml: -1.5 }}
            onClick={() => {
              void undoImport(result.importId);
              removeFile();
            }}
          >
            {messages.undo}
          </Button>
        )}
        <Button onClick={leave}>{phase === 'choosing' || phase === 'checked' ? common.cancel : common.close}</Button>
        {phase !== 'imported' && (
          <Button
            variant="contained"
            color="primary"
            disabled={phase !== 'checked' || problem !== null || (found?.imported ?? 0) === 0}
            onClick={() => void start()}
          >
            {phase === 'importing'
              ? `${Math.floor(sent * 100)} %`
              : found === null || busy
                ? messages.import
                : formatImport(found.imported)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
