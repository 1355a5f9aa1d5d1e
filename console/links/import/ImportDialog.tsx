/** The Import Links dialog: a file or pasted lines, the meaning of the columns, a preview, the import. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useRef } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';
import { useDefaultTeam } from '../../session/default-team.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { AlertIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { messages as listMessages } from '../table/messages.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { FailedRows, SkippedRows } from './FailedRows.tsx';
import { FileField } from './FileField.tsx';
import { ClientLinkField, DateOrderChoice, SheetChoice, WholeFile } from './ImportSettings.tsx';
import {
  beginPasting,
  check,
  chooseColumn,
  chooseFile,
  type ImportDraft,
  importFile,
  paste,
  removeFile,
  setDestination,
  undoImport,
  useImport,
} from './import-store.ts';
import { format, formatImport, formatShare, formatToAdd, messages } from './messages.ts';
import { PasteField } from './PasteField.tsx';
import { useImportProgress } from './use-import-progress.ts';

function Progress({ importing: { phase, found }, share, added }: ProgressProps) {
  const id = useId();
  const adding = phase === 'importing';
  const label = adding ? messages.importing : messages.checking;
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.5 }}>
        <Typography variant="body2" id={id}>
          {added === null ? label : format('addedOf', { added, total: found?.imported ?? 0 })}
        </Typography>
        {share !== null && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }} aria-hidden>
            {formatShare(share)}
          </Typography>
        )}
      </Box>
      <LinearProgress
        aria-labelledby={id}
        {...(share === null ? {} : { variant: 'determinate', value: share * 100 })}
      />
      {adding && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {messages.goesOn}
        </Typography>
      )}
    </Box>
  );
}

interface ProgressProps extends ReturnType<typeof useImportProgress> {
  readonly importing: ImportDraft;
}

/** The counts of the preview or the result. */
function Counts({ importing: { phase, found, result } }: { importing: ImportDraft }) {
  const answer = result ?? found;
  if (answer === null) return null;
  const { imported, message } = answer;
  return (
    <Box role="status">
      <Typography sx={{ fontWeight: 500 }}>
        {phase === 'imported' ? translateServerText(message) : formatToAdd(imported)}
      </Typography>
    </Box>
  );
}

/** Whether the links come from a file or from pasted lines. */
function SourceChoice({ isPasted, disabled }: { isPasted: boolean; disabled: boolean }) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label={messages.source}
      disabled={disabled}
      value={isPasted ? 'paste' : 'file'}
      onChange={(_, source: string | null) => {
        if (source === 'paste') paste('');
        if (source === 'file') removeFile();
      }}
      sx={{ flexShrink: 0, mt: 1 }}
    >
      <ToggleButton value="file" sx={SOURCE}>
        {messages.fromFile}
      </ToggleButton>
      <ToggleButton value="paste" sx={SOURCE}>
        {messages.fromPaste}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

const SOURCE = { px: 2, py: 0.25, textTransform: 'none' } as const;

/** What the preview says of the columns. */
function factsOf({ phase, found, result, problem, clientLink, campaignId, unclearDays, columns }: ImportDraft) {
  const fields = found?.columns.map(({ field }) => field) ?? [];
  const isCampaign = campaignId !== '';
  const withoutTarget = found !== null && fields.length > 0 && !fields.includes('clientLink');
  return {
    isCampaign,
    withoutTarget,
    hasColumns: fields.length > 0,
    /** The only column is the article's. */
    isList: fields.length === 1 && fields[0] === 'articleLink',
    needsClient: withoutTarget && (isCampaign || fields.includes('articleLink')) && clientLink.trim() === '',
    /** A question about the days is open. */
    asksForDays: found?.ambiguousDates != null || unclearDays.some((name) => columns[name] === undefined),
    shown: phase !== 'importing' && problem === null ? (result ?? found) : null,
  };
}

/** The file or the pasted lines, its sheet, and the client of rows that name none. */
function Source({ importing }: { importing: ImportDraft }) {
  const { file, pasted, phase } = importing;
  const { isList, withoutTarget } = factsOf(importing);
  const adding = phase === 'importing';
  return (
    <>
      {pasted === null ? (
        <FileField file={file} disabled={adding} choose={chooseFile} />
      ) : (
        phase !== 'imported' && (
          <>
            <PasteField text={pasted} disabled={adding} />
            <ClientLinkField
              importing={importing}
              disabled={adding}
              label={messages.pastedClient}
              hint={messages.pastedClientHint}
            />
          </>
        )
      )}
      {phase !== 'imported' && <SheetChoice importing={importing} disabled={adding} />}
      {pasted === null && phase !== 'imported' && withoutTarget && (
        <ClientLinkField
          importing={importing}
          disabled={adding}
          label={messages.clientLink}
          hint={isList ? messages.clientLinkAlone : messages.clientLinkHint}
        />
      )}
    </>
  );
}

/** While a preview is made, the previous preview stays: the dialog must not jump at every letter. */
function Preview({ importing }: { importing: ImportDraft }) {
  const { file, phase, found } = importing;
  const { isCampaign, isList, hasColumns, needsClient, asksForDays, shown } = factsOf(importing);
  const adding = phase === 'importing';
  return (
    <Box sx={{ display: 'contents', '& > *': { opacity: phase === 'checking' ? 0.6 : 1 } }}>
      {shown !== null && !needsClient && !asksForDays && hasColumns && <Counts importing={importing} />}
      {phase !== 'imported' && found !== null && hasColumns && !isList && (
        <ColumnMapping
          key={found.columns.map(({ header }) => header).join('\n')}
          found={found}
          chosen={importing.columns}
          isCampaign={isCampaign}
          unclearDays={importing.unclearDays}
          disabled={adding}
          choose={chooseColumn}
        />
      )}
      {shown !== null && shown.failed > (shown.ambiguousDates?.rows ?? 0) && (
        <FailedRows answer={shown} fileName={file?.name ?? ''} />
      )}
      {shown !== null && phase !== 'imported' && shown.duplicates > 0 && <SkippedRows answer={shown} />}
    </Box>
  );
}

interface ActionsProps {
  readonly importing: ImportDraft;
  readonly start: () => void;
  readonly leave: () => void;
  readonly share: number | null;
}

function Actions({ importing, start, leave, share }: ActionsProps) {
  const { pasted, phase, found, result, problem } = importing;
  const { needsClient, asksForDays } = factsOf(importing);
  return (
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
      {/* The result takes the focus of the button that started the import, which is gone. */}
      <Button key={phase === 'imported' ? 'result' : 'input'} autoFocus={phase === 'imported'} onClick={leave}>
        {phase === 'choosing' || phase === 'checked' ? common.cancel : common.close}
      </Button>
      {phase !== 'imported' && (
        <Button
          variant="contained"
          color="primary"
          disabled={phase !== 'checked' || problem !== null || found === null || found.imported === 0 || asksForDays}
          onClick={start}
        >
          {phase === 'importing' && share !== null
            ? formatShare(share)
            : found === null || needsClient || asksForDays
              ? pasted === null
                ? listMessages.import
                : messages.add
              : formatImport(found.imported, pasted !== null)}
        </Button>
      )}
    </DialogActions>
  );
}

interface ImportDialogProps {
  /** The team of the imported links; null: to be chosen. */
  readonly teamId: string | null;
  /** The campaign of the imported links, whose team they get. */
  readonly campaignId: string | null;
  /** Begins with pasted lines for this client; '' for none. Without it, the dialog begins with a file. */
  readonly pasteFor?: string;
}

export function ImportDialog({ teamId: team, campaignId, pasteFor }: ImportDialogProps) {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const importing = useImport();
  const teamId = useTeamDenial('AddLink', team) === null ? team : null;
  const usualTeam = useDefaultTeam(pasteFor);
  const progress = useImportProgress(importing);
  const { pasted, phase, found, result, problem } = importing;
  const answer = result ?? found;
  const adding = phase === 'importing';
  const mounted = useRef(false);
  const leave = () => close('dialog');

  useEffect(() => {
    if (pasteFor !== undefined) beginPasting(pasteFor === '' ? '' : `https://${pasteFor}/`);
  }, [pasteFor]);

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
  const { needsClient } = factsOf(importing);
  const wrong = problem !== null && problem.fields.clientLink === undefined ? problem.message : null;
  const unread = needsClient ? null : (answer?.problem ?? null);

  return (
    <Dialog open onClose={leave} fullWidth maxWidth="md" fullScreen={small} aria-labelledby="import-title">
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, pr: 3 }}>
        <DialogTitle id="import-title" sx={{ pr: 0 }}>
          {pasted === null ? messages.importTitle : messages.pasteTitle}
        </DialogTitle>
        {phase !== 'imported' && <SourceChoice isPasted={pasted !== null} disabled={adding} />}
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Source importing={importing} />
        {phase !== 'imported' && (
          <WholeFile
            importing={importing}
            disabled={adding}
            isTeamFixed={teamId !== null}
            isCampaignFixed={campaignId !== null}
          />
        )}
        {(adding || (phase === 'checking' && found === null)) && <Progress importing={importing} {...progress} />}
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
        {[unread, answer?.leftOut].map(
          (text) =>
            text &&
            !adding && (
              <Alert key={text} severity="warning" variant="outlined" icon={<AlertIcon />}>
                {translateServerText(text)}
              </Alert>
            ),
        )}
        {phase !== 'imported' && <DateOrderChoice importing={importing} disabled={adding} />}
        <Preview importing={importing} />
      </DialogContent>
      <Actions importing={importing} start={() => void start()} leave={leave} share={progress.share} />
    </Dialog>
  );
}
