/** The Export Links dialog: format and columns for the list as it is filtered and sorted. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportColumn } from '../../../query-service/contract/answers/exports.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { formatLinks } from '../../platform/format/counts.ts';
import { useReadsMoney } from '../../session/permissions.ts';
import { messages as common } from '../../ui/messages.ts';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import type { BaseFilter } from '../filters/list-request.ts';
import { useLinkList } from '../filters/use-link-list.ts';
import { useListView } from '../filters/use-list-view.ts';
import { DEFAULT_COLUMNS, type ExportSettings, exportPath, exportSettings, openColumns } from './export-settings.ts';
import { EXPORT_COLUMN_LABELS, format, messages } from './messages.ts';
import { saveExport } from './save-export.ts';

function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 0.5, fontSize: '0.8125rem', fontWeight: 500 }}>
        {legend}
      </Box>
      {children}
    </Box>
  );
}

const CHOICE = { ml: -0.5, mr: 0, minHeight: 32 } as const;
const BOX = { p: 0.5, mr: 0.5 } as const;

interface ColumnsProps {
  readonly chosen: ExportSettings['columns'];
  readonly choose: (columns: ExportSettings['columns']) => void;
  readonly readsMoney: boolean;
}

/** For scripts: offered once they are chosen. */
const IDS: readonly ExportColumn[] = ['id', 'assignedTo', 'teamId', 'campaignId'];

function Columns({ chosen, choose, readsMoney }: ColumnsProps) {
  const [withIds, setWithIds] = useState(IDS.some((column) => chosen.includes(column)));
  const open = openColumns(EXPORT_COLUMNS, readsMoney);
  const shown = open.filter((column) => withIds || !IDS.includes(column));
  return (
    <Fieldset legend={messages.columns}>
      <Box sx={{ display: 'flex', gap: 1, mb: 0.5 }}>
        <Button size="small" onClick={() => choose(DEFAULT_COLUMNS)}>
          {messages.defaultColumns}
        </Button>
        <Button
          size="small"
          onClick={() => {
            setWithIds(true);
            choose(open);
          }}
        >
          {messages.allColumns}
        </Button>
      </Box>
      <Box sx={{ columnCount: { xs: 1, sm: 2 }, columnGap: 3 }}>
        {shown.map((column) => (
          <FormControlLabel
            key={column}
            label={EXPORT_COLUMN_LABELS[column]}
            sx={{ ...CHOICE, display: 'flex', breakInside: 'avoid' }}
            control={
              <Checkbox
                size="small"
                sx={BOX}
                checked={chosen.includes(column)}
                onChange={(_, on) =>
                  choose(EXPORT_COLUMNS.filter((each) => (each === column ? on : chosen.includes(each))))
                }
              />
            }
          />
        ))}
      </Box>
      {chosen.length === 0 && (
        <FormHelperText error role="alert">
          {messages.pickOne}
        </FormHelperText>
      )}
    </Fieldset>
  );
}

export function ExportDialog({ baseFilter }: { baseFilter: BaseFilter }) {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { view } = useListView();
  const { data } = useLinkList(view, baseFilter);
  const [saved, setChoice] = useState(exportSettings.get);
  const readsMoney = useReadsMoney(baseFilter.teamId ?? view.teamId);
  const choice = { ...saved, columns: openColumns(saved.columns, readsMoney) };
  const [busy, setBusy] = useState(false);
  const mounted = useRef(false);
  const leave = () => close('dialog');
  const total = data?.total ?? 0;
  const count = formatLinks(total, data?.isTotalCapped);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const submit = async () => {
    if (busy) return;
    exportSettings.set(choice);
    setBusy(true);
    const done = await saveExport(exportPath(choice, view, baseFilter), `links.${choice.format}`);
    if (!mounted.current) return;
    setBusy(false);
    if (done) leave();
  };
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="export-title">
      <DialogTitle id="export-title">
        {messages.title}
        <Typography component="span" variant="body2" role="status" sx={{ display: 'block', color: 'text.secondary' }}>
          {data && format('scopeOf', { count })}
        </Typography>
      </DialogTitle>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <Fieldset legend={messages.format}>
            <RadioGroup
              value={choice.format}
              onChange={(_, value) =>
                setChoice({ ...choice, format: EXPORT_FORMATS.find((each) => each === value) ?? choice.format })
              }
            >
              {EXPORT_FORMATS.map((format) => (
                <FormControlLabel
                  key={format}
                  value={format}
                  label={messages[format]}
                  sx={CHOICE}
                  control={<Radio size="small" sx={BOX} />}
                />
              ))}
            </RadioGroup>
          </Fieldset>
          {choice.format === 'csv' && (
            <Columns
              chosen={choice.columns}
              choose={(columns) => setChoice({ ...choice, columns })}
              readsMoney={readsMoney}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={leave}>{busy ? common.close : common.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={busy || total === 0 || (choice.format === 'csv' && choice.columns.length === 0)}
          >
            {busy ? messages.exporting : data ? format('exportCount', { count }) : messages.title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
