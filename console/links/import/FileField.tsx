/** The field where a file is chosen or dropped. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';
import { UploadIcon } from '../../ui/layout/icons.tsx';
import { formatSize, messages } from './messages.ts';

interface FileFieldProps {
  readonly file: File | null;
  readonly disabled: boolean;
  readonly choose: (file: File) => void;
}

const TYPES =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function FileField({ file, disabled, choose }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [several, setSeveral] = useState(false);

  const take = (files: FileList | null) => {
    const [only, ...more] = files ?? [];
    setSeveral(more.length > 0);
    if (only !== undefined && more.length === 0 && !disabled) choose(only);
  };
  const hold = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };

  return (
    <Box
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      sx={{
        display: 'flex',
        flexDirection: file === null ? 'column' : 'row',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: file === null ? 'center' : 'space-between',
        gap: 1,
        p: file === null ? 3 : 1.5,
        textAlign: file === null ? 'center' : 'start',
        border: 1,
        borderStyle: file === null ? 'dashed' : 'solid',
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'background.sunken',
      }}
    >
      <input
        ref={input}
        type="file"
        accept={TYPES}
        hidden
        aria-label={messages.choose}
        onChange={(event) => {
          take(event.target.files);
          // After a correction, the same file can be chosen again.
          event.target.value = '';
        }}
      />
      {file !== null && (
        <Box sx={{ minWidth: 0, flex: '1 1 160px' }}>
          <Typography
            dir="auto"
            title={file.name}
            sx={{
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 2,
              overflow: 'hidden',
              fontWeight: 500,
              overflowWrap: 'anywhere',
            }}
          >
            {file.name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {formatSize(file.size)}
          </Typography>
        </Box>
      )}
      <Button
        autoFocus={file === null}
        disabled={disabled}
        startIcon={<UploadIcon aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {file === null ? messages.choose : messages.chooseAnother}
      </Button>
      {file === null && (
        <>
          <Typography variant="body2">{messages.drop}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 420, textWrap: 'balance' }}>
            {messages.fileHint} {messages.knownHint}
          </Typography>
        </>
      )}
      {several && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {messages.oneFile}
        </Typography>
      )}
    </Box>
  );
}
