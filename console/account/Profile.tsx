/** The Profile tab: photo, names and company of the signed-in person, and the language of this browser. */
import Box from '@mui/material/Box';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { profileSchema } from '../../command-service/model/user/commands.ts';
import type { ProfileAnswer } from '../../query-service/contract/answers/account.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import type { SubmitResult } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormSection } from '../ui/forms/FormSection.tsx';
import { Section } from '../ui/layout/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { saveProfile } from './commands.ts';
import { LanguageSetting } from './LanguageSetting.tsx';
import { messages } from './messages.ts';
import { ProfilePhoto } from './ProfilePhoto.tsx';
import { useProfile } from './queries.ts';

/** The email address is read-only here. */
type Values = Pick<ProfileAnswer, 'firstName' | 'lastName' | 'email' | 'company'>;

function bodyOf({ email: _, ...names }: Values) {
  return parse(profileSchema, names);
}

async function submit(values: Values): Promise<SubmitResult> {
  await saveProfile(bodyOf(values));
  notify(messages.updated);
  return { done: true };
}

function ProfileForm({ profile: { firstName, lastName, email, company } }: { profile: ProfileAnswer }) {
  return (
    <FormSection<Values>
      initialValues={{ firstName, lastName, email, company }}
      draft="profile"
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.updateFailed}
      validate={(values) => fieldErrors(() => bodyOf(values))}
      submit={submit}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField name="firstName" label={messages.firstName} autoComplete="given-name" />
        <TextField name="lastName" label={messages.lastName} autoComplete="family-name" />
      </Box>
      <TextField name="email" label={messages.email} hint={messages.emailHint} readOnly />
      <TextField name="company" label={messages.company} autoComplete="organization" />
    </FormSection>
  );
}

export function Profile() {
  const profile = useProfile();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section title={messages.profile} hint={messages.profileHint}>
        <QueryState query={profile} failed={messages.fetchFailed} rows={6}>
          {(data) => (
            <>
              <Box sx={{ px: { xs: 2, md: 3 }, pb: 1 }}>
                <ProfilePhoto />
              </Box>
              <ProfileForm profile={data} />
            </>
          )}
        </QueryState>
      </Section>
      <LanguageSetting />
    </Box>
  );
}
