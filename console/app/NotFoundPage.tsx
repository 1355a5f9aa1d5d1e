/** The page for any unknown path. */
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { SearchIcon } from '../ui/layout/icons.tsx';
import { pageTitle } from '../ui/text/page-title.ts';
import { messages } from './messages.ts';

export function NotFoundPage() {
  return (
    <>
      <title>{pageTitle(messages.notFound)}</title>
      <EmptyState
        level="h1"
        icon={<SearchIcon />}
        title={messages.notFound}
        action={
          <Button component={Link} to="/">
            {messages.toDashboard}
          </Button>
        }
      >
        {messages.notFoundHint}
      </EmptyState>
    </>
  );
}
