/** Sends a message of an alert rule: as a mail to a person, or to a channel. */
import type { Mail } from '../../infra/ports/process/mailer.ts';
import type { LinkAlert } from '../../projections/alerts/alert-events.ts';
import { listBehind } from '../../projections/alerts/rules/list-behind.ts';
import { formatRule, groupTitle, messageTitle, ruleTexts } from '../../projections/alerts/rules/message-titles.ts';
import type { PlannedMessage } from '../../projections/alerts/rules/rule-plan.ts';
import { membershipId, memberships } from '../../projections/views/people/memberships.ts';
import { type TeamDoc, teams } from '../../projections/views/people/teams.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import type { ChannelMessage } from '../channels/channel-message.ts';
import type { ChannelQueue } from '../channels/channel-queue.ts';
import { readerIn } from '../contract/languages.ts';
import { type Scope, teamIdOf, userIdOf } from '../contract/scope.ts';
import { letter, scopeNames } from '../mail/alert-mail.ts';
import type { MailBlock } from '../mail/mail-body.ts';
import { mailTexts } from '../mail/mail-language.ts';
import { toSingleLine } from '../mail/mail-text.ts';
import { isReachable, type MailRoundDeps } from '../mail/rounds/send-alert-mails.ts';
import { ALERT_KINDS, type AlertRule } from '../model/alert-rule/events.ts';
import { type PresentGroup, presentGroups } from './present-message.ts';

export interface SendDeps extends MailRoundDeps {
  readonly channels: Pick<ChannelQueue, 'enqueue'>;
}

/** A mail shows at most so many groups, and counts the rest. */
const MAX_GROUPS = 20;

/** Sends a message once: a repeated call changes nothing. A message without a receiver is dropped. */
export async function sendMessage(
  deps: SendDeps,
  scope: Scope,
  rule: AlertRule,
  message: PlannedMessage,
): Promise<void> {
  const { reads, outbox } = deps;
  const teamId = teamIdOf(scope);
  const team = teamId === null ? null : await reads.get(teams, teamId);
  if (rule.to.kind === 'channel') {
    const owner = team === null ? null : await reads.get(users, team.ownerId);
    const told = owner === null ? null : await channelMessage(deps, message, owner);
    if (told !== null) await deps.channels.enqueue(rule.to.id, told);
    return;
  }
  const userId = rule.to.kind === 'member' ? rule.to.id : (userIdOf(scope) ?? '');
  if (teamId !== null && (await reads.get(memberships, membershipId(teamId, userId))) === null) return;
  const person = await reads.get(users, userId);
  const mail = person === null || !isReachable(person) ? null : await ruleMail(deps, rule, message, { person, team });
  if (mail !== null) {
    await outbox.add(mail, { id: `alert rule ${scope} ${message.id}`, kind: 'alert-mail', mark: message.position });
  }
}

interface Recipient {
  readonly person: UserDoc;
  /** The team that the rule belongs to; null for a person’s own rule. */
  readonly team: TeamDoc | null;
}

async function ruleMail(
  deps: SendDeps,
  rule: AlertRule,
  message: PlannedMessage,
  { person, team }: Recipient,
): Promise<Mail | null> {
  const { reads, publicUrl } = deps;
  const language = readerIn(person.settings.language);
  const groups = await presentGroups(deps, message, { userId: person.id, language });
  if (groups.length === 0) return null;
  const texts = mailTexts(language);
  const rules = ruleTexts(language);
  const names = await scopeNames(
    reads,
    groups.map(({ audience }) => audience),
    texts,
  );
  const headingOf = (group: PresentGroup) =>
    rule.group === 'list' && message.kind === 'alerts'
      ? (names.get(group.audience) ?? texts.text('alerts.yours'))
      : groupTitle(message.kind, group, rules);
  const more = (count: number): MailBlock[] =>
    count > 0 ? [{ kind: 'paragraph', text: texts.text('alerts.more', { count }) }] : [];
  const blocks = groups.slice(0, MAX_GROUPS).flatMap((group): MailBlock[] => {
    const items = group.items.map(({ title, text, link }) => {
      return { title, text, article: link.articleLink, url: `${publicUrl}/?link=${link.id}` };
    });
    const list: MailBlock[] = items.length === 0 ? [] : [{ kind: 'list', items }];
    const rest = message.kind === 'outage' ? 0 : group.count - items.length;
    return [{ kind: 'heading', text: headingOf(group) }, ...list, ...more(rest)];
  });
  const left = groups.slice(MAX_GROUPS).reduce((sum, { count }) => sum + count, 0);
  const { kinds, pace } = formatRule(rule, rules);
  const owner = team === null ? '' : toSingleLine(team.name);
  const { id: userId } = person;
  const off =
    team === null
      ? deps.unsubscribing.addressOf({ kind: 'rule', userId, ruleId: rule.id })
      : deps.unsubscribing.ofSetting(userId, 'emailNotifications');
  return letter(person, texts, messageTitle({ ...message, groups }, rules), [
    ...blocks,
    ...more(left),
    { kind: 'button', label: texts.text('alerts.all'), url: `${publicUrl}/alerts` },
    {
      kind: 'note',
      text: team === null ? rules.text('rule', { kinds, pace }) : rules.text('rule.team', { kinds, pace, team: owner }),
      link: { label: rules.text('rule.change'), url: `${publicUrl}/alerts/rules` },
    },
    { kind: 'unsubscribe', url: off },
  ]);
}

/** In the language of the team’s owner. */
async function channelMessage(deps: SendDeps, message: PlannedMessage, owner: UserDoc): Promise<ChannelMessage | null> {
  const { publicUrl } = deps;
  const language = readerIn(owner.settings.language);
  const groups = await presentGroups(deps, message, { userId: null, language });
  if (groups.length === 0) return null;
  const texts = ruleTexts(language);
  const told = groups.map((group) => ({
    title: groupTitle(message.kind, group, texts),
    url: `${publicUrl}${pageOf(message, group)}`,
    count: group.count,
    incidentId: group.incidentId,
    items: group.items.map(({ title, text, link, fact }) => ({
      ...{ title, text, url: `${publicUrl}/?link=${link.id}`, linkId: link.id },
      ...{ articleLink: link.articleLink, clientLink: link.clientLink, event: EVENTS[fact.kind] },
    })),
  }));
  const [first] = told;
  return {
    ...{ id: message.id, kind: message.kind, at: new Date(message.at).toISOString(), position: message.position },
    ...{ language: language.language, title: messageTitle({ ...message, groups }, texts), groups: told },
    url: told.length === 1 && first !== undefined ? first.url : `${publicUrl}/alerts`,
  };
}

const EVENTS: Readonly<Record<LinkAlert['kind'], string>> = {
  'status-changed': 'LinkStatusChanged',
  warned: 'LinkChecked',
  deviates: 'LinkDeviationNoticed',
  expires: 'LinkExpiryNoticed',
  unchecked: 'LinkUncheckedNoticed',
};

/** The list of the links behind a group. */
function pageOf({ kind }: PlannedMessage, { audience, site, client, counts, firstAt, lastAt }: PresentGroup): string {
  if (kind === 'outage') return '/alerts';
  if (site !== null && site !== '') {
    const [only, ...others] = ALERT_KINDS.filter((each) => (counts[each] ?? 0) > 0);
    const isIncident = others.length === 0 && (only === 'lost' || only === 'unclear');
    return listBehind({ audience, site, kind: kind === 'back' ? 'live' : isIncident ? only : 'all', firstAt, lastAt });
  }
  return client === null || client === '' ? '/alerts' : `/clients/${encodeURIComponent(client)}`;
}
