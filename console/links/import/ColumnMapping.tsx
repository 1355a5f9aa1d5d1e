/** The meaning of each column of a file: recognized ones are set, the first rows are shown as examples. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { IMPORT_FIELDS, type RowField } from '../../../command-service/commands/import.ts';
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { meaningOf, messages, ROW_FIELD_LABELS } from './messages.ts';

/** Example values per column. */
const SHOWN = 3;

interface ColumnMappingProps {
  readonly found: Pick<ImportAnswer, 'columns' | 'sample'>;
  /** Choices that were not checked yet. */
  readonly chosen: Readonly<Record<string, RowField | null>>;
  readonly disabled: boolean;
  readonly choose: (header: string, field: RowField | null) => void;
}

const cell = { p: 1, borderTop: 1, borderColor: 'divider', textAlign: 'start', verticalAlign: 'top' } as const;
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

export function ColumnMapping({ found, chosen, disabled, choose }: ColumnMappingProps) {
  const fieldOf = (header: string, field: RowField | null) => {
    const meant = chosen[header];
    if (meant !== undefined) return meant;
    return Object.values(chosen).includes(field) ? null : field;
  };
  return (
    <Box>
      <Typography component="h3" variant="h3" id="import-columns" sx={{ mb: 0.5 }}>
        {messages.columns}
      </Typography>
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
            {found.columns.map(({ header, field }, index) => {
              const values = found.sample.map((row) => row[index] ?? '').slice(0, SHOWN);
              const meant = fieldOf(header, field);
              return (
                // Columns stay where they are, and two may have the same name.
                // biome-ignore lint/suspicious/noArrayIndexKey: only the place distinguishes them
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
                      value={meant ?? ''}
                      onChange={(event) =>
                        choose(header, IMPORT_FIELDS.find((each) => each === event.target.value) ?? null)
                      }
                      inputProps={{ 'aria-label': meaningOf(header) }}
                      IconComponent={ChevronDownIcon}
                      sx={{ fontSize: '0.8125rem', color: meant === null ? 'text.secondary' : 'text.primary' }}
                    >
                      <MenuItem value="">{messages.skip}</MenuItem>
                      {IMPORT_FIELDS.map((each) => (
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
    </Box>
  );
}
