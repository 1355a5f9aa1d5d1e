/** The body of a dialog about a link that is loading, is not there, or could not be loaded. */
import Button from '@mui/material/Button';
import type { ApiError } from '../platform/api/client.ts';
import { DialogPlaceholder } from '../ui/dialogs/DialogPlaceholder.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { AlertIcon } from '../ui/layout/icons.tsx';
import { messages as common } from '../ui/messages.ts';
import { messages } from './messages.ts';

interface LinkPlaceholderProps {
  /** undefined while loading. */
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

export function LinkPlaceholder({ error, onRetry, onClose }: LinkPlaceholderProps) {
  if (error === undefined) return <DialogPlaceholder onClose={onClose} />;
  const missing = error.status === 404;
  return (
    <DialogPlaceholder onClose={onClose}>
      <EmptyState
        icon={<AlertIcon />}
        title={missing ? messages.notThere : messages.detailsFailed}
        action={missing ? undefined : <Button onClick={onRetry}>{common.retry}</Button>}
      >
        {missing ? messages.notThereHint : error.message}
      </EmptyState>
    </DialogPlaceholder>
  );
}
