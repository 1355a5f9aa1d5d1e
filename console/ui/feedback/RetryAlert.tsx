/** What could not be read and why, with a button that tries again. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SxProps, Theme } from '@mui/material/styles';
import { AlertIcon } from '../layout/icons.tsx';
import { messages } from '../messages.ts';

interface RetryAlertProps {
  /** Such as "Could not load the links", without a period. */
  readonly failed: string;
  readonly error: Error;
  readonly retry: () => unknown;
  readonly sx?: SxProps<Theme>;
}

export function RetryAlert({ failed, error, retry, sx = {} }: RetryAlertProps) {
  return (
    <Alert
      severity="error"
      variant="outlined"
      icon={<AlertIcon />}
      sx={sx}
      action={
        <Button size="small" onClick={() => void retry()}>
          {messages.retry}
        </Button>
      }
    >
      {failed}. {error.message}
    </Alert>
  );
}
