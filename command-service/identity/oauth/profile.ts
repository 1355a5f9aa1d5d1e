/** Reads a person's profile at a sign-in provider, over TLS with the provider's access token. */
import { email as emailField, MAX_NAME } from '../../contract/schema/fields.ts';
import { objectOf, ProviderError, readJson } from './provider-http.ts';

/** A profile that a provider confirms. */
export interface Profile {
  /** The person's permanent id at the provider; addresses and user names may pass to another person. */
  readonly subject: string;
  /** null without an address that the provider has verified. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** The label that shows this identity to the person. */
  readonly label: string;
}

const isEmail = emailField('Email').required();

/** Reads an OpenID Connect userinfo endpoint (OpenID Connect Core 5.3). @throws ProviderError */
export async function openIdProfile(address: string, token: string): Promise<Profile> {
  const info = objectOf('profile', await readJson('profile', address, token));
  // Some providers send the boolean as text.
  const verified = info.email_verified === true || info.email_verified === 'true';
  const email = verified ? addressOf(info.email) : null;
  const subject = subjectOf(info.sub);
  const givenName = nameOf(info.given_name);
  const familyName = nameOf(info.family_name);
  return {
    subject,
    email,
    ...(givenName === '' && familyName === ''
      ? split(nameOf(info.name))
      : { firstName: givenName, lastName: familyName }),
    label: email ?? (nameOf(info.preferred_username) || nameOf(info.name) || subject),
  };
}

/** Reads GitHub's API, with the primary address if it is verified. @throws ProviderError */
export async function githubProfile(api: string, token: string): Promise<Profile> {
  const user = objectOf('profile', await readJson('profile', `${api}/user`, token));
  const emails = await readJson('list of addresses', `${api}/user/emails`, token);
  if (!Array.isArray(emails)) throw new ProviderError('its list of addresses is not a list');
  const primary = emails
    .map((entry: unknown) => objectOf('list of addresses', entry))
    .find((entry) => entry.primary === true && entry.verified === true);
  const subject = subjectOf(user.id);
  return {
    subject,
    email: addressOf(primary?.email),
    ...split(nameOf(user.name)),
    label: nameOf(user.login) || subject,
  };
}

function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof subject === 'string' && subject !== '' && subject.length <= 255) return subject;
  throw new ProviderError('its profile has no id');
}

function addressOf(value: unknown): string | null {
  return typeof value === 'string' && isEmail.isValidSync(value) ? value : null;
}

/** A name on one line, for mails. */
function nameOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...line].slice(0, MAX_NAME / 2).join('');
}

function split(name: string): { readonly firstName: string; readonly lastName: string } {
  const space = name.lastIndexOf(' ');
  return space === -1
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, space), lastName: name.slice(space + 1) };
}
