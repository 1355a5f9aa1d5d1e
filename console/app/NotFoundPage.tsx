/** The page for any unknown path. */
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Notice } from '../ui/EmptyState.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { titleOf, words } from './shell/messages.ts';

export function NotFound() {
  return (
    <>
      <title>{titleOf(words.notFound)}</title>
      <Notice
        level="h1"
        icon={<SearchIcon />}
        title={words.notFound}
        action={
          <Button component={Link} to="/">
            {words.toDashboard}
          </Button>
        }
      >
        {words.notFoundHint}
      </Notice>
    </>
  );
}
