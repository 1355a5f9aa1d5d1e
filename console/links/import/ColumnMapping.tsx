/**
 * The meaning of each column of a file: recognized ones come first, the others are folded away. The first rows are shown as
 * examples.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { importFields, type RowField } from '../../../command-service/model/import/commands.ts';
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import { CalendarIcon, ChevronDownIcon } from '../../ui/layout/icons.tsx';
import { format, meaningOf, messages, ROW_FIELD_LABELS } from './messages.ts';

/** Example values per column. */
const SHOWN = 3;

/** The value of a column for which the person must choose. */
const OPEN = 'open';

interface ColumnMappingProps {
  readonly found: Pick<ImportAnswer, 'columns' | 'sample' | 'remembered'>;
  /** Choices that were not checked yet. */
  readonly chosen: Readonly<Record<string, RowField | null>>;
  /** Whether the links join a campaign. */
  readonly isCampaign: boolean;
  /** Columns of days for which the person must say what they mean. */
  readonly unclearDays: readonly string[];
  readonly disabled: boolean;
  readonly choose: (header: string, field: RowField | null) => void;
}

const cell = { p: 1, borderTop: 1, borderColor: 'divider', textAlign: 'start', verticalAlign: 'top' } as const;
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

export function ColumnMapping({ found, chosen, isCampaign, unclearDays, disabled, choose }: ColumnMappingProps) {
  const fields = importFields(isCampaign);
  const fieldOf = (header: string, field: RowField | null) => {
    const meant = chosen[header];
    if (meant !== undefined) return meant;
    return field !== 'remarks' && Object.values(chosen).includes(field) ? null : field;
  };
  const isAsked = ({ header }: { readonly header: string }) => unclearDays.includes(header);
  const open = unclearDays.filter((header) => chosen[header] === undefined);
  const columns = found.columns.map(({ header, field }, index) => ({ header, index, meant: fieldOf(header, field) }));
  // The first preview decides the places: a column must not move while its meaning is chosen.
  const [first] = useState(() => {
    const shownFirst = columns.filter((column) => column.meant !== null || isAsked(column));
    return new Set(shownFirst.map(({ index }) => index));
  });
  const mapped = columns.filter(({ index, meant }) => first.has(index) || meant !== null);
  const unmapped = columns.filter((column) => !mapped.includes(column));
  const isComplete = columns.some(({ meant }) => meant === 'articleLink' || (isCampaign && meant === 'clientLink'));
  const [unfolded, setUnfolded] = useState(!isComplete);
  const rest = columns.filter(({ index }) => !first.has(index));
  const shown = unfolded ? [...columns.filter(({ index }) => first.has(index)), ...rest] : mapped;
  const listed = [...shown.filter(isAsked), ...shown.filter((column) => !isAsked(column))];
  return (
    <Box>
      {open.length > 0 && (
        <Alert severity="info" variant="outlined" icon={<CalendarIcon />} sx={{ mb: 2 }}>
          {format('unclearDays', { columns: open.join(', ') })}
        </Alert>
      )}
      <Typography component="h3" variant="h3" id="import-columns" sx={{ mb: 0.5 }}>
        {messages.columns}
      </Typography>
      {found.remembered && (
        <Typography variant="body2" sx={{ mb: 0.5, color: 'text.secondary' }}>
          {messages.remembered}
        </Typography>
      )}
      <Box
        role="region"
        aria-labelledby="import-columns"
        // A keyboard can only scroll what it can focus.
        tabIndex={0}
        sx={{ maxHeight: 296, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Box
          component="table"
          sx={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', fontSize: '0.8125rem' }}
        >
          <Box component="thead" sx={{ bgcolor: 'background.sunken', color: 'text.secondary' }}>
            <tr>
              {[messages.column, messages.meaning, messages.firstRows].map((name, index) => (
                <Box
                  key={name}
                  component="th"
                  scope="col"
                  sx={{
                    ...cell,
                    borderTop: 0,
                    fontWeight: 500,
                    ...(index === 2 ? { width: '36%', display: { xs: 'none', sm: 'table-cell' } } : {}),
                  }}
                >
                  {name}
                </Box>
              ))}
            </tr>
          </Box>
          <tbody>
            {listed.map(({ header, index, meant }) => {
              const values = found.sample.map((row) => row[index] ?? '').slice(0, SHOWN);
              return (
                // Columns stay where they are, and two may have the same name.
                <tr key={index}>
                  <Box component="th" scope="row" dir="auto" sx={{ ...cell, fontWeight: 500 }}>
                    <Box title={header} sx={{ ...cut, lineHeight: '32px' }}>
                      {header || messages.noName}
                    </Box>
                    <Box
                      title={values[0]}
                      sx={{ ...cut, display: { sm: 'none' }, color: 'text.secondary', fontWeight: 400 }}
                    >
                      {values[0]}
                    </Box>
                  </Box>
                  <Box component="td" sx={cell}>
                    <Select
                      size="small"
                      fullWidth
                      displayEmpty
                      disabled={disabled}
                      value={open.includes(header) ? OPEN : (meant ?? '')}
                      onChange={(event) => choose(header, fields.find((each) => each === event.target.value) ?? null)}
                      inputProps={{ 'aria-label': meaningOf(header) }}
                      IconComponent={ChevronDownIcon}
                      sx={{ fontSize: '0.8125rem', color: meant === null ? 'text.secondary' : 'text.primary' }}
                    >
                      {open.includes(header) && <MenuItem value={OPEN}>{messages.chooseMeaning}</MenuItem>}
                      <MenuItem value="">{messages.skip}</MenuItem>
                      {fields.map((each) => (
                        <MenuItem key={each} value={each}>
                          {ROW_FIELD_LABELS[each]}
                        </MenuItem>
                      ))}
                    </Select>
                  </Box>
                  <Box
                    component="td"
                    sx={{ ...cell, display: { xs: 'none', sm: 'table-cell' }, color: 'text.secondary' }}
                  >
                    {values.map((value, row) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: values repeat, rows do not
                      <Box key={row} dir="auto" title={value} sx={{ ...cut, minHeight: '1.25rem' }}>
                        {value}
                      </Box>
                    ))}
                  </Box>
                </tr>
              );
            })}
          </tbody>
        </Box>
      </Box>
      {unmapped.length > 0 && (
        <Button
          size="small"
          variant="text"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          endIcon={<ChevronDownIcon aria-hidden sx={{ rotate: unfolded ? '180deg' : '0deg' }} />}
          sx={{ mt: 0.5, ml: -1.5 }}
        >
          {format('unmapped', { count: unmapped.length })}
        </Button>
      )}
    </Box>
  );
}
