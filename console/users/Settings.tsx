/** Settings. One tab for now: the profile. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import useSWR from 'swr';
import type { ProfileAnswer } from '../../query-service/queries.ts';
import { type ApiError, get } from '../api.ts';
import { AlertIcon } from '../frame/icons.tsx';
import { Notice } from '../frame/Notice.tsx';
import { words as frameWords, titleOf } from '../frame/words.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { words } from './words.ts';

export function Settings() {
  const { data, error, mutate } = useSWR<ProfileAnswer, ApiError>('/api/user/profile', get<ProfileAnswer>);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{titleOf(words.settings)}</title>
      <Typography component="h1" variant="h1">
        {words.settings}
      </Typography>
      <Tabs value="profile" aria-label={words.settingsTabs} sx={{ borderBottom: 1, borderColor: 'divider' }}>
        <Tab value="profile" label={words.profile} id="tab-profile" aria-controls="panel-profile" />
      </Tabs>
      <Paper
        variant="outlined"
        role="tabpanel"
        id="panel-profile"
        aria-labelledby="tab-profile"
        sx={{ maxWidth: 640, mt: 1 }}
      >
        {data !== undefined ? (
          <ProfileForm profile={data} />
        ) : error === undefined ? (
          <Box aria-busy sx={{ p: 3, minHeight: 320 }}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} variant="rounded" height={36} sx={{ mb: 3 }} />
            ))}
          </Box>
        ) : (
          <Notice
            icon={<AlertIcon />}
            title={words.fetchFailed}
            action={<Button onClick={() => void mutate()}>{frameWords.retry}</Button>}
          >
            {error.message}
          </Notice>
        )}
      </Paper>
    </Box>
  );
}
