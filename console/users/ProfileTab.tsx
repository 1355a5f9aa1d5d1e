/** The Profile tab: a person's photo and names, as others see them. */
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
