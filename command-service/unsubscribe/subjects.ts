/** What each kind of unsubscribe address switches off and on again. A new kind is a line of `Subjects` and of `KINDS`. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import { formatRule, ruleTexts } from '../../projections/alerts/rules/message-titles.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import { userScope } from '../contract/scope.ts';
import { handle, load } from '../core/handle.ts';
import { alertRules, streamOf as rulesStreamOf } from '../model/alert-rule/decider.ts';
import { report, streamOf as reportStreamOf } from '../model/report/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import type { MailSetting, SubjectKind, UnsubscribeSubject } from './unsubscribe-links.ts';

type Store = EventStore<LinkledgerEvent>;

/** The mails that a subject is about, for their reader. */
export interface SubjectState {
  readonly isOn: boolean;
  /** null if unknown. */
  readonly language: Language | null;
  readonly about: 'report' | 'rule' | MailSetting;
  /** The name of the report, or what the alert rule tells; '' for other mails. */
  readonly name: string;
}

interface Kind<Name extends SubjectKind> {
  /** null once there will be no more of these mails. */
  readonly find: (store: Store, subject: UnsubscribeSubject<Name>) => Promise<SubjectState | null>;
  /** @param metadataOf the metadata of an event by its actor. */
  readonly switch: (
    store: Store,
    subject: UnsubscribeSubject<Name>,
    isOn: boolean,
    metadataOf: (actor: string) => EventMetadata,
  ) => Promise<{ readonly position: number }>;
}

const KINDS: { readonly [Name in SubjectKind]: Kind<Name> } = {
  report: {
    async find(store, { reportId, recipientId }) {
      const { state } = await load(store, report, reportStreamOf(reportId));
      if (state.status !== 'active' || !state.recipients.some((each) => each.recipientId === recipientId)) return null;
      const { name, language } = state.fields;
      return { isOn: !state.left.has(recipientId), language, about: 'report', name };
    },
    switch(store, { reportId, recipientId }, isOn, metadataOf) {
      const command = { type: isOn ? 'ReturnToReport' : 'LeaveReport', reportId, recipientId } as const;
      return handle(store, report, command, metadataOf('system'));
    },
  },
  setting: {
    async find(store, { userId, setting }) {
      const { state } = await load(store, user, userStreamOf(userId));
      if (state.status !== 'active') return null;
      return { isOn: state.settings[setting], language: state.settings.language, about: setting, name: '' };
    },
    switch(store, { userId, setting }, isOn, metadataOf) {
      const command = { type: 'ChangeSettings', userId, fields: { [setting]: isOn } } as const;
      return handle(store, user, command, metadataOf(userId));
    },
  },
  rule: {
    async find(store, { userId, ruleId }) {
      const { state: person } = await load(store, user, userStreamOf(userId));
      const { state: rules } = await load(store, alertRules, rulesStreamOf(userScope(userId)));
      const rule = rules?.find(({ id }) => id === ruleId);
      if (person.status !== 'active' || rule === undefined) return null;
      const { language } = person.settings;
      const { kinds, pace } = formatRule(rule, ruleTexts(readerIn(language)));
      return { isOn: rule.on, language, about: 'rule', name: `${kinds}: ${pace}` };
    },
    async switch(store, { userId, ruleId }, on, metadataOf) {
      const scope = userScope(userId);
      const { state } = await load(store, alertRules, rulesStreamOf(scope));
      const rules = (state ?? []).map((rule) => (rule.id === ruleId ? { ...rule, on } : rule));
      return handle(store, alertRules, { type: 'SetAlertRules', scope, rules }, metadataOf(userId));
    },
  },
};

const kindOf = <Name extends SubjectKind>({ kind }: UnsubscribeSubject<Name>): Kind<Name> => KINDS[kind];

/** The mails of a subject; null once there will be no more of them. */
export function findSubject<Name extends SubjectKind>(
  store: Store,
  subject: UnsubscribeSubject<Name>,
): Promise<SubjectState | null> {
  return kindOf(subject).find(store, subject);
}

/** Switches the mails of a subject off or on. A repeated call changes nothing. */
export function switchMails<Name extends SubjectKind>(
  store: Store,
  subject: UnsubscribeSubject<Name>,
  ...[isOn, metadataOf]: [isOn: boolean, metadataOf: (actor: string) => EventMetadata]
): Promise<{ readonly position: number }> {
  return kindOf(subject).switch(store, subject, isOn, metadataOf);
}
