/** The page of one thing out of a list: a link back, its heading and actions, then its content. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ApiError } from '../../platform/api/client.ts';
import { ChevronLeftIcon } from '../layout/icons.tsx';
import { pageTitle } from '../text/page-title.ts';
import { LoadFailure, type Missing } from './LoadFailure.tsx';

interface DetailPageProps {
  readonly query: {
    readonly data: unknown;
    readonly error: ApiError | undefined;
    readonly mutate: () => Promise<unknown>;
  };
  /** The title of the browser tab; `noun` until the name is known. */
  readonly title: string | undefined;
  readonly noun: string;
  /** The list. */
  readonly back: { readonly to: string; readonly label: string };
  readonly missing: Omit<Missing, 'action'> & { readonly back: string };
  readonly failed: string;
  /** The heading and what belongs to it; undefined while it is loading. */
  readonly heading: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function DetailPage({ query, title, noun, back, missing, failed, heading, actions, children }: DetailPageProps) {
  const { data, error, mutate } = query;
  // A page that was deleted disappears; after any other failure the last data stays.
  if (error !== undefined && (data === undefined || error.status === 404)) {
    const action = (
      <Button component={Link} to={back.to} startIcon={<ChevronLeftIcon />}>
        {missing.back}
      </Button>
    );
    return (
      <>
        <title>{pageTitle(noun)}</title>
        <LoadFailure level="h1" error={error} missing={{ ...missing, action }} failed={failed} retry={mutate} />
      </>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(title ?? noun)}</title>
      <Box>
        <Button
          component={Link}
          to={back.to}
          variant="text"
          size="small"
          startIcon={<ChevronLeftIcon />}
          sx={{ ml: -1, color: 'text.secondary' }}
        >
          {back.label}
        </Button>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
        >
          <Box sx={{ minWidth: 0, flex: '1 1 240px' }}>
            {heading || (
              <Box aria-busy>
                <Skeleton width={240} height={28} />
                <Skeleton width={160} height={20} />
              </Box>
            )}
          </Box>
          {/* As few rows as possible on a phone. */}
          <Box sx={{ '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}>{actions}</Box>
        </Box>
      </Box>
      {children}
    </Box>
  );
}
