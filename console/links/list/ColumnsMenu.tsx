/** The columns of the table and their widths, also for people who do not drag. Changes apply at once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { MinusIcon, PlusIcon } from '../../ui/layout/icons.tsx';
import {
  type Column,
  columnsOf,
  DEFAULT_CHOICE,
  FIXED,
  isDefault,
  type ListKind,
  resizeColumn,
  showColumn,
} from '../columns/columns.ts';
import { useColumns } from '../columns/use-columns.ts';
import { COLUMN_LABELS, formatNarrower, formatWider, messages } from '../table/messages.ts';

/** The step of a width change, in pixels. */
const STEP = 24;

/** The current width in the table. */
function widthOf(column: Column): number {
  const head = document.querySelector(`th[data-field="${column}"]`);
  return head?.getBoundingClientRect().width ?? 0;
}

interface ColumnsMenuProps {
  readonly anchor: HTMLElement;
  readonly kind: ListKind;
  readonly shown: readonly Column[];
  readonly onClose: () => void;
}

export function ColumnsMenu({ anchor, kind, shown: allShown, onClose }: ColumnsMenuProps) {
  const { choice, choose } = useColumns();
  const resize = (column: Column, by: number) =>
    choose((before) => resizeColumn(before, column, (before.widths[column] ?? widthOf(column)) + by));
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'columns-title',
          sx: { width: 296, maxHeight: 'min(560px, 80vh)', border: 1, borderColor: 'divider', boxShadow: 'none' },
        },
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          pl: 2,
          pr: 1,
          minHeight: 48,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id="columns-title" component="h2" variant="h3">
          {messages.columnsTitle}
        </Typography>
        <Button
          size="small"
          variant="text"
          {...disabledProps(isDefault(choice))}
          onClick={() => choose(() => DEFAULT_CHOICE)}
        >
          {messages.resetColumns}
        </Button>
      </Box>
      <FormControlLabel
        label={messages.compact}
        sx={{ mx: 1.5, pt: 1, '& .MuiFormControlLabel-label': { fontSize: '0.8125rem' } }}
        control={
          <Checkbox
            size="small"
            sx={{ p: 0.5, mr: 0.5 }}
            checked={choice.isCompact ?? false}
            onChange={(_, isCompact) => choose((before) => ({ ...before, isCompact }))}
          />
        }
      />
      <Box component="ul" sx={{ m: 0, p: 1, listStyle: 'none' }}>
        {columnsOf(kind).map((column) => {
          const shown = allShown.includes(column);
          return (
            <Box
              component="li"
              key={column}
              sx={{ display: 'flex', alignItems: 'center', minHeight: 32, pl: 1, pr: 0.5, borderRadius: 1 }}
            >
              <FormControlLabel
                label={COLUMN_LABELS[column]}
                title={column === FIXED ? messages.always : ''}
                disabled={column === FIXED}
                sx={{ flex: 1, ml: -0.5, mr: 1, '& .MuiFormControlLabel-label': { fontSize: '0.8125rem' } }}
                control={
                  <Checkbox
                    size="small"
                    sx={{ p: 0.5, mr: 0.5 }}
                    checked={shown}
                    onChange={(_, on) => choose((before) => showColumn(before, column, on))}
                  />
                }
              />
              {shown && (
                <>
                  <IconButton size="small" aria-label={formatNarrower(column)} onClick={() => resize(column, -STEP)}>
                    <MinusIcon fontSize="small" aria-hidden />
                  </IconButton>
                  <IconButton size="small" aria-label={formatWider(column)} onClick={() => resize(column, STEP)}>
                    <PlusIcon fontSize="small" aria-hidden />
                  </IconButton>
                </>
              )}
            </Box>
          );
        })}
      </Box>
    </Popover>
  );
}
