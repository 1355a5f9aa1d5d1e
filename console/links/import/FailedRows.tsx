/** The rows that cannot be imported, with reasons, and those that exist already. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import { saveFile } from '../../platform/browser/save-file.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';
import { DownloadIcon } from '../../ui/layout/icons.tsx';
import { reasonOf } from './failed-rows-csv.ts';
import { failedRowsFile } from './import-result-reader.ts';
import { format, formatSkipped, messages } from './messages.ts';

interface FailedRowsProps {
  readonly answer: ImportAnswer;
  readonly fileName: string;
}

/** A list of rows that scrolls by itself. */
const ROWS = {
  m: 0,
  mt: 1,
  p: 0,
  maxHeight: 240,
  overflow: 'auto',
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: '0.8125rem',
} as const;

/** All failed rows can be downloaded, corrected and imported again. */
export function FailedRows({ answer, fileName }: FailedRowsProps) {
  const { failures, failed } = answer;
  const download = async () => saveFile(await failedRowsFile(), `${fileName.replace(/\.[^.]*$/, '')}-failed.csv`);
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="h3" variant="h3" id="import-failed">
          {format('failed', { rows: failed })}
        </Typography>
        <Button size="small" startIcon={<DownloadIcon aria-hidden />} onClick={() => void download()}>
          {messages.downloadFailed}
        </Button>
      </Box>
      <Box
        component="ul"
        aria-label={messages.failedRows}
        // A keyboard can only scroll what it can focus.
        tabIndex={0}
        sx={ROWS}
      >
        {failures.map((row, index) => (
          <Box
            component="li"
            key={row.row}
            sx={{ px: 1.5, py: 1, borderTop: index === 0 ? 0 : 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
          >
            <Box component="span" sx={{ fontWeight: 500 }}>
              {format('line', { line: row.line })}
            </Box>{' '}
            <Box component="span" sx={{ color: 'error.main' }}>
              {reasonOf(row, translateServerText)}
            </Box>
            <Box
              dir="auto"
              sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {row.cells
                .filter((cell) => cell.trim() !== '')
                .join(' · ')
                .slice(0, 300)}
            </Box>
          </Box>
        ))}
        {failed > failures.length && (
          <Box component="li" sx={{ px: 1.5, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}>
            {format('moreFailed', { count: failed - failures.length })}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The rows that are left out because their link exists already. */
export function SkippedRows({ answer: { skipped, duplicates } }: { answer: ImportAnswer }) {
  return (
    <Box>
      <Typography component="h3" variant="h3">
        {format('duplicates', { rows: duplicates })}
      </Typography>
      <Box
        component="ul"
        aria-label={messages.skippedRows}
        // A keyboard can only scroll what it can focus.
        tabIndex={0}
        sx={{ ...ROWS, maxHeight: 120 }}
      >
        {skipped.map(({ line, repeats, articleLink }, index) => (
          <Box
            component="li"
            key={line}
            sx={{ px: 1.5, py: 0.75, display: 'flex', gap: 1, borderTop: index === 0 ? 0 : 1, borderColor: 'divider' }}
          >
            <Box component="span" sx={{ flexShrink: 0, fontWeight: 500 }}>
              {format('line', { line })}
            </Box>{' '}
            <Box component="span" sx={{ flexShrink: 0, color: 'text.secondary' }}>
              {formatSkipped(repeats)}
            </Box>{' '}
            <Box
              component="span"
              dir="auto"
              title={articleLink}
              sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {articleLink}
            </Box>
          </Box>
        ))}
        {duplicates > skipped.length && (
          <Box component="li" sx={{ px: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}>
            {format('more', { count: duplicates - skipped.length })}
          </Box>
        )}
      </Box>
    </Box>
  );
}
