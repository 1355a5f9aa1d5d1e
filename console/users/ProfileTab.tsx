/** How one appears to others: the photo and the names (spec 2). */
import useSWR from 'swr';
import type { ProfileAnswer } from '../../query-service/queries.ts';
import { type ApiError, get } from '../api.ts';
import { Loads } from './Loads.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { Section } from './Section.tsx';
import { words } from './words.ts';

export function ProfileTab() {
  const profile = useSWR<ProfileAnswer, ApiError>('/api/user/profile', get<ProfileAnswer>);
  return (
    <Section title={words.profile} hint={words.profileHint}>
      <Loads of={profile} failed={words.fetchFailed} rows={6}>
        {(data) => <ProfileForm profile={data} />}
      </Loads>
    </Section>
  );
}
