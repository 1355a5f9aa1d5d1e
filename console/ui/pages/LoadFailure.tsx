/** In the place of something that could not be loaded: it does not exist, or it can be tried again. */
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { ApiError } from '../../platform/api/client.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { AlertIcon } from '../layout/icons.tsx';
import { messages } from '../messages.ts';

/** What to say when the server answers 404. */
export interface Missing {
  readonly title: string;
  readonly hint: string;
  readonly icon?: ReactNode;
  /** How the reader can go on. */
  readonly action?: ReactNode;
}

interface LoadFailureProps {
  readonly error: ApiError;
  /** Default: as any other failure. */
  readonly missing?: Missing;
  /** The title of any other failure. */
  readonly failed: string;
  readonly retry: () => Promise<unknown>;
  /** 'h1' where it takes a whole page. */
  readonly level?: 'h1' | 'h2';
}

export function LoadFailure({ error, missing, failed, retry, level = 'h2' }: LoadFailureProps) {
  if (missing !== undefined && error.status === 404) {
    return (
      <EmptyState level={level} icon={missing.icon ?? <AlertIcon />} title={missing.title} action={missing.action}>
        {missing.hint}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={level}
      icon={<AlertIcon />}
      title={failed}
      action={<Button onClick={() => void retry()}>{messages.retry}</Button>}
    >
      {error.message}
    </EmptyState>
  );
}
