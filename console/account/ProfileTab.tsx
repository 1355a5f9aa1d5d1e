/** The Profile tab: a person's photo and names, as others see them. */
import useSWR from 'swr';
import type { ProfileAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get } from '../platform/api/client.ts';
import { Loads } from '../ui/QueryState.tsx';
import { Section } from '../ui/Section.tsx';
import { messages } from './messages.ts';
import { ProfileForm } from './Profile.tsx';

export function ProfileTab() {
  const profile = useSWR<ProfileAnswer, ApiError>('/api/user/profile', get<ProfileAnswer>);
  return (
    <Section title={messages.profile} hint={messages.profileHint}>
      <Loads query={profile} failed={messages.fetchFailed} rows={6}>
        {(data) => <ProfileForm profile={data} />}
      </Loads>
    </Section>
  );
}
